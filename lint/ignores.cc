#include "lint/ignores.h"

#include <algorithm>

#include "lint/facts.h"
#include "lint/tensor.h"
#include "lint/words.h"

namespace npulint {
namespace {

constexpr std::string_view kMark = "npulint:";

constexpr Text kNoReason{
    "this ignore of {0} gives no reason and is not honoured; write ` -- ` behind it and why the "
    "finding does not matter here",
    "对 {0} 的这条忽略没有给出理由，不生效；请在其后写 ` -- ` 和该发现在此无关紧要的原因"};
constexpr Text kBadReason{
    "\"{1}\" is no reason, so this ignore of {0} is not honoured; say why the finding does not "
    "matter here",
    "\"{1}\" 不成其为理由，因此对 {0} 的这条忽略不生效；请说明该发现为何在此无关紧要"};
constexpr Text kMalformed{
    "this comment names no rule and ignores nothing; write `# npulint: ignore[CODE] -- reason`",
    "该注释没有写明规则，不忽略任何发现；请写作 `# npulint: ignore[CODE] -- 理由`"};
constexpr Text kOtherWord{
    "there is no `{0}`, so this comment ignores nothing; write `# npulint: ignore[CODE] -- reason` "
    "at the key or above it, or `# npulint: ignore-file[CODE] -- reason` above the first key",
    "没有 `{0}` 这种写法，该注释不忽略任何发现；请在该键的行尾或上一行写 "
    "`# npulint: ignore[CODE] -- 理由`，或在第一个键之前写 `# npulint: ignore-file[CODE] -- 理由`"};
constexpr Text kUnknown{"no rule is called `{0}`; an ignore names codes or names, one by one",
                        "没有名为 `{0}` 的规则；忽略须逐个写出规则的代码或名称"};
constexpr Text kUnknownNear{"no rule is called `{0}`; did you mean `{1}`?",
                            "没有名为 `{0}` 的规则；是否应为 `{1}`？"};
constexpr Text kIdentity{
    "{0} cannot be ignored by a comment; use an [[ignore]] with a reason in npulint.toml",
    "{0} 不能用注释忽略；请在 npulint.toml 中写带理由的 [[ignore]]"};
constexpr Text kUnused{"no finding of {0} lies here, so this ignore is of no use; remove it",
                       "此处没有 {0} 的发现，这条忽略没有用处；请删除"};
constexpr Text kMisplaced{
    "`ignore-file` stands behind the first key and ignores nothing; move it above that key",
    "`ignore-file` 写在第一个键之后，不忽略任何发现；请移到该键之前"};
constexpr Text kNowhere{
    "this ignore belongs to no key and ignores nothing; write it at the end of the key's line, or "
    "directly above the key and no deeper than it",
    "这条忽略不属于任何键，不忽略任何发现；请写在键所在行的末尾，或紧接在键的上一行且缩进不超过它"};

constexpr Text kUnusedEntry{"this [[ignore]] of {0} matches no finding; remove it",
                            "这条针对 {0} 的 [[ignore]] 没有匹配任何发现；请删除"};
constexpr Text kNoBundle{
    "no bundle below this npulint.toml is called `{0}`, so this [[ignore]] of {1} suppresses "
    "nothing",
    "此 npulint.toml 之下没有名为 `{0}` 的 bundle，这条针对 {1} 的 [[ignore]] 不抑制任何发现"};
constexpr Text kNoBundleNear{
    "no bundle below this npulint.toml is called `{0}`, so this [[ignore]] of {1} suppresses "
    "nothing; did you mean `{2}`?",
    "此 npulint.toml 之下没有名为 `{0}` 的 bundle，这条针对 {1} 的 [[ignore]] 不抑制任何发现；"
    "是否应为 `{2}`？"};
constexpr Text kExpired{
    "this [[ignore]] of {0} expired on {1} and suppresses nothing; renew it or remove it",
    "这条针对 {0} 的 [[ignore]] 已于 {1} 过期，不再生效；请续期或删除"};

std::string codes_of(const Directive& d) {
  std::string out;
  for (const Directive::Code& c : d.codes) out += (out.empty() ? "" : ", ") + c.text;
  return out;
}

// What the whole file is for (its march) stands beside most findings; an ignore there is not about
// them.
bool is_context(const Related& r) {
  for (const FactInfo* f :
       {&Toolchain::info, &ConfigPlatform::info, &ThePlatform::info, &Nv12Alignment::info})
    if (r.label.en == f->label.en) return true;
  return false;
}

// The empty value of a last key ends where its node does.
bool lies_in(const Evidence& e, const Range& r) {
  return e.has_range() && r.begin <= e.begin &&
         (e.begin < r.end || (e.begin == r.end && e.end == e.begin));
}

FileRow* find_row(std::vector<FileRow>& rows, FileId file) {
  for (FileRow& r : rows)
    if (r.file == file) return &r;
  return nullptr;
}

}  // namespace

const Rule* ignorable_rule(std::string_view written, std::string* near) {
  if (const Rule* rule = find_rule(written)) return rule;
  std::vector<std::string> known;
  for (const Rule* r : all_rules()) {
    known.emplace_back(r->code);
    known.emplace_back(r->name);
  }
  *near = nearest(written, known).value_or("");
  return nullptr;
}

InlineIgnores::InlineIgnores(const Loaded& l) {
  const auto take = [&](const FileRecord& f) {
    if (!f.config && !f.contract) return;
    const std::string_view bytes = l.run.sources.bytes(f.id);
    if (bytes.find(kMark) == bytes.npos) return;
    std::vector<Directive> found =
        find_directives(bytes, f.config ? outline_of(f.config->root, bytes, f.config->complete)
                                        : outline_of(parse_toml(bytes), bytes));
    if (!found.empty()) files_[f.id] = read(f.id, std::move(found));
  };
  for (const auto& f : l.run.files) take(*f);
  for (const auto& f : l.context) take(*f);
  if (empty()) return;
  for (const Bundle& b : l.run.bundles) anchors_[b.name] = b.anchor;
}

InlineIgnores::File InlineIgnores::read(FileId file, std::vector<Directive> directives) {
  File out;
  const auto problem = [&](std::vector<Problem>& to, const Range& r, Message what) {
    to.push_back({Problem::Kind::kUnknownKey, Evidence{file, r.begin, r.end, ""}, std::move(what)});
  };
  for (Directive& d : directives) {
    if (d.malformed) {
      problem(out.unknown, d.at,
              directive_word(d.word) ? Message(kMalformed) : Message(kOtherWord, d.word));
      continue;
    }
    Ignore ignore{d.at, d.whole_file, d.covers, d.reason, {}};
    for (const Directive::Code& c : d.codes) {
      std::string near;
      const Rule* rule = ignorable_rule(c.text, &near);
      if (!rule)
        problem(out.unknown, c.at,
                near.empty() ? Message(kUnknown, c.text) : Message(kUnknownNear, c.text, near));
      else if (rule->identity)
        problem(out.unknown, c.at, Message(kIdentity, rule->code));
      else
        ignore.targets.push_back({rule, c.at});
    }
    if (d.reason.empty())
      problem(out.reasonless, d.at, Message(kNoReason, codes_of(d)));
    else if (!real_reason(d.reason))
      problem(out.reasonless, d.at, Message(kBadReason, codes_of(d), d.reason));
    else
      out.ignores.push_back(std::move(ignore));
  }
  return out;
}

void InlineIgnores::fill(std::vector<FileRow>& rows) const {
  for (const auto& [id, file] : files_) {
    FileRow* row = find_row(rows, id);
    if (!row) continue;  // of a file that is context only
    row->reasonless_ignores = {file.reasonless, whole_file(id)};
    row->unknown_codes = {file.unknown, whole_file(id)};
  }
}

const std::string* InlineIgnores::covering(const Finding& f) {
  if (empty()) return nullptr;
  const std::string* reason = nullptr;
  const auto look = [&](const Evidence& at) {
    const auto file = files_.find(at.file);
    if (file == files_.end()) return;
    for (Ignore& i : file->second.ignores) {
      if (!i.covers) continue;
      if (!i.whole_file && !lies_in(at, *i.covers)) continue;
      for (Target& t : i.targets) {
        if (t.rule != f.rule) continue;
        t.used = true;
        if (!reason) reason = &i.reason;
      }
    }
  };
  if (f.at.known())
    look(f.at);
  else if (const auto a = anchors_.find(f.bundle); a != anchors_.end())
    look(whole_file(a->second));
  for (const Related& r : f.related)
    if (!is_context(r)) look(r.at);
  return reason;
}

void InlineIgnores::fill_unused(std::vector<FileRow>& rows, const Judged& judged) const {
  for (const auto& [id, file] : files_) {
    FileRow* row = find_row(rows, id);
    if (!row) continue;
    std::vector<Problem> unused;
    const FileId at_file = id;  // a binding cannot be captured by clang 14
    for (const Ignore& i : file.ignores) {
      const auto add = [&](const Range& r, Message what) {
        unused.push_back(
            {Problem::Kind::kUnknownKey, Evidence{at_file, r.begin, r.end, ""}, std::move(what)});
      };
      if (!i.covers) {
        add(i.at, Message(i.whole_file ? kMisplaced : kNowhere));
        continue;
      }
      for (const Target& t : i.targets)
        if (!t.used && judged.file(*t.rule, id)) add(t.at, Message(kUnused, t.rule->code));
    }
    row->unused_ignores = {std::move(unused), whole_file(id)};
  }
}

bool SettingsIgnores::empty() const {
  return std::all_of(l_.settings.begin(), l_.settings.end(),
                     [](const Settings& s) { return s.ignores.empty(); });
}

const std::string* SettingsIgnores::covering(const Finding& f, const Settings& s) {
  const std::string* reason = nullptr;
  for (const IgnoreSpec& i : s.ignores) {
    if (!selects(i.rule, *f.rule) || (!i.bundle.empty() && i.bundle != f.bundle)) continue;
    if (!i.where.empty() && i.where != f.subject && !f.subject.ends_with("/" + i.where)) continue;
    if (expired(i)) continue;
    used_.insert(&i);
    if (!reason) reason = &i.reason;
  }
  return reason;
}

void SettingsIgnores::prepare(std::vector<FileRow>& rows) const {
  for (const Settings& s : l_.settings)
    if (!s.ignores.empty()) row_of(rows, l_.run.sources, s.file);
}

// The names that `bundle` of an entry may be: those of the run, and those that the settings give.
std::vector<std::string> SettingsIgnores::bundles_of(const Settings& s) const {
  std::vector<std::string> out;
  for (const Bundle& b : l_.run.bundles)
    if (l_.settings_for(b.anchor) == &s) out.push_back(b.name);
  for (const BundleSpec& spec : s.bundles)
    if (spec.name) out.push_back(*spec.name);
  return out;
}

// True when the run saw all that the entry may be about.
bool SettingsIgnores::in_scope(const Settings& s, const IgnoreSpec& i) const {
  const auto& bundles = l_.run.bundles;
  if (std::any_of(bundles.begin(), bundles.end(), [&](const Bundle& b) {
        return !i.bundle.empty() && b.name == i.bundle && l_.settings_for(b.anchor) == &s;
      }))
    return true;
  return whole_ && std::any_of(l_.roots.begin(), l_.roots.end(), [&](const std::string& root) {
           return root == "/" || s.dir == root || s.dir.starts_with(root + "/");
         });
}

// Each rule that the entry selects was judged wherever the entry holds.
bool SettingsIgnores::judged_all(const Settings& s, const IgnoreSpec& i,
                                 const Judged& judged) const {
  for (const Rule* r : all_rules()) {
    if (!selects(i.rule, *r)) continue;
    if (!judged.enabled(*r, s.file)) return false;
    if (r->scope == Scope::kFile) continue;
    for (const Bundle& b : l_.run.bundles)
      if (l_.settings_for(b.anchor) == &s && (i.bundle.empty() || i.bundle == b.name) &&
          !judged.bundle(*r, b))
        return false;
  }
  return true;
}

void SettingsIgnores::fill_unused(std::vector<FileRow>& rows, const Judged& judged) const {
  // whether an ignore of findings about ignores is of use cannot depend on itself
  const auto circular = [](const IgnoreSpec& i) {
    const auto rules = all_rules();
    return std::any_of(rules.begin(), rules.end(),
                       [&](const Rule* r) { return runs_late(*r) && selects(i.rule, *r); });
  };
  for (const Settings& s : l_.settings) {
    if (s.ignores.empty()) continue;
    std::vector<Problem> unused;
    const auto add = [&](const Evidence& at, Message what) {
      unused.push_back({Problem::Kind::kUnknownKey, at, std::move(what)});
    };
    for (const IgnoreSpec& i : s.ignores) {
      if (used_.contains(&i) || circular(i) || !in_scope(s, i)) continue;
      const std::vector<std::string> names =
          i.bundle.empty() ? std::vector<std::string>() : bundles_of(s);
      if (expired(i)) {
        add(i.expires_at, Message(kExpired, i.rule, i.expires));
      } else if (!i.bundle.empty() && !holds(names, i.bundle)) {
        const auto near = nearest(i.bundle, names);
        add(i.bundle_at, near ? Message(kNoBundleNear, i.bundle, i.rule, *near)
                              : Message(kNoBundle, i.bundle, i.rule));
      } else if (judged_all(s, i, judged)) {
        add(i.rule_at, Message(kUnusedEntry, i.rule));
      }
    }
    row_of(rows, l_.run.sources, s.file).unused_ignores = {std::move(unused), whole_file(s.file)};
  }
}

bool about_baselines(const Rule& rule) {
  return std::any_of(rule.needs.begin(), rule.needs.end(),
                     [](const Need& n) { return n.info->name == FileStaleEntries::info.name; });
}

bool runs_late(const Rule& rule) {
  return about_baselines(rule) ||
         std::any_of(rule.needs.begin(), rule.needs.end(),
                     [](const Need& n) { return n.info->name == FileUnusedIgnores::info.name; });
}

FileRow& row_of(std::vector<FileRow>& rows, const Sources& sources, FileId file) {
  if (FileRow* row = find_row(rows, file)) return *row;
  FileRow& row = rows.emplace_back();
  row.file = file;
  row.subject = "file:" + sources.shown(file);
  return row;
}

}  // namespace npulint
