#include "lint/inspect_script.h"

#include "lint/files.h"
#include "lint/tensor.h"
#include "lint/tpu_tools.h"
#include "lint/words.h"

namespace npulint {
namespace {

std::string words_text(const std::vector<ShellWord>& words) {
  std::string out;
  for (const ShellWord& w : words) out += (out.empty() ? "" : " ") + w.text;
  return out;
}

bool all_known(const std::vector<ShellWord>& words) {
  for (const ShellWord& w : words)
    if (!w.known) return false;
  return true;
}

// A chip that no table knows: the known one that lacks its maker's letters, or is a slip away.
std::string near_chip(const ToolCommand& c) {
  const ShellWord* w = c.value("--chip");
  if (!w || tpu_chip(w->text)) return {};
  if (tpu_chip("bm" + w->text)) return "bm" + lower(w->text);
  if (tpu_chip("cv" + w->text)) return "cv" + lower(w->text);
  return nearest(lower(w->text), tpu_chip_names()).value_or("");
}

enum class Compiled { kNo, kYes, kUnknown };

// What model_deploy compiles of the preprocessing that model_transform states.
Compiled preprocessing(const ToolCommand& c) {
  if (c.flag("--fuse_preprocess")) return Compiled::kYes;
  return c.open ? Compiled::kUnknown : Compiled::kNo;
}

}  // namespace

void show_script(Page& page, const std::vector<ToolCommand>& commands, const Sources& sources) {
  if (commands.empty()) {
    page.head("commands", "命令");
    page.rows({}, true);
    return;
  }
  for (const ToolCommand& c : commands) {
    const std::string at = std::to_string(sources.place(c.at).line);
    page.head(c.name + ", line " + at, c.name + "，第 " + at + " 行");
    Rows rows;
    if (c.conditional)
      rows.push_back({page.say("runs", "执行"), page.say("under a condition", "有条件")});
    if (c.open)
      rows.push_back({page.say("open", "未定"),
                      page.say("holds words that the script does not tell: flags may be missing",
                               "含有脚本未给出取值的词：可能还有其他选项")});
    if (!c.positional.empty())
      rows.push_back({"", shortened(words_text(c.positional)),
                      all_known(c.positional) ? "" : page.say("not known", "未知")});
    for (const ToolFlag& f : c.flags) {
      std::string note = !f.known               ? page.say("unknown flag", "未知选项")
                         : !all_known(f.values) ? page.say("not known", "未知")
                         : f.name != f.written  ? f.name
                                                : "";
      if (f.name == "--chip")
        if (const std::string near = near_chip(c); !near.empty())
          note = page.say("unknown chip; did you mean ", "未知芯片；是否应为 ") + near +
                 page.say("?", "？");
      rows.push_back({shortened(f.written), shortened(words_text(f.values)), shortened(note)});
    }
    if (c.lost)
      rows.push_back({shortened(c.lost->written), "",
                      page.say("on the next line, without a backslash before it: not passed",
                               "在下一行，其前缺少反斜杠：未传入")});
    if (c.name == "model_deploy") {
      const Compiled is = preprocessing(c);
      rows.push_back(
          {page.say("preprocessing", "预处理"),
           is == Compiled::kYes ? page.say("compiled in", "编译进模型")
           : is == Compiled::kNo
               ? page.say("not compiled in: the application applies it", "未编译进模型：由应用执行")
               : page.say("not known", "未知")});
    }
    page.rows(rows);
  }
}

void write_script(JsonWriter& w, const std::vector<ToolCommand>& commands, const Sources& sources) {
  w.array(true);
  for (const ToolCommand& c : commands) {
    w.object(true).field("tool", c.name).key("line").number(sources.place(c.at).line);
    w.key("conditional").boolean(c.conditional).key("open").boolean(c.open);
    const auto words = [&](const std::vector<ShellWord>& list) {
      w.array();
      for (const ShellWord& x : list)
        w.object().field("text", x.text).key("known").boolean(x.known).end();
      w.end();
    };
    w.key("positional");
    words(c.positional);
    w.key("flags").array(true);
    for (const ToolFlag& f : c.flags) {
      w.object().field("name", f.name).field("written", f.written);
      w.key("known").boolean(f.known).key("values");
      words(f.values);
      w.end();
    }
    w.end();
    if (c.lost) w.field("not_passed", c.lost->written);
    if (const std::string near = near_chip(c); !near.empty()) w.field("near_chip", near);
    if (c.name == "model_deploy") {
      w.key("preprocessing_compiled_in");
      const Compiled is = preprocessing(c);
      if (is == Compiled::kUnknown)
        w.null();
      else
        w.boolean(is == Compiled::kYes);
    }
    w.end();
  }
  w.end();
}

}  // namespace npulint
