// The command line. Everything below it is a library without I/O but for the FileReader that the
// commands make.
#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "lint/commands.h"
#include "lint/tensor.h"
#include "lint/words.h"

namespace npulint {
namespace {

OptionEntry entry(const CLI::Option& o) {
  OptionEntry e;
  for (const std::string& name : o.get_snames()) e.names.push_back("-" + name);
  for (const std::string& name : o.get_lnames()) e.names.push_back("--" + name);
  e.about = o.get_description();
  if (e.names.empty()) e.positional = o.get_name(true);
  // "TEXT:{auto,always,never}", "N:INT in [1 - 256]"
  const std::string type = o.get_type_name();
  const size_t open = type.find('{');
  const bool flag = o.get_items_expected_max() == 0;
  if (open != std::string::npos)
    e.value = type.substr(open, type.find('}') + 1 - open);
  else if (!flag)
    e.value = type.substr(0, type.find(':'));
  e.after_eq = flag && !e.value.empty();
  e.required = o.get_required();
  e.repeats = o.get_expected_max() >= CLI::detail::expected_max_vector_size;
  e.list = o.get_delimiter() == ',';
  return e;
}

CommandEntry entry(const CLI::App& app) {
  CommandEntry c{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* o : app.get_options())
    if (!o->get_group().empty()) c.options.push_back(entry(*o));
  for (const CLI::App* sub :
       app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); }))
    c.commands.push_back(entry(*sub));
  return c;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* sub :
       app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); }))
    out.push_back(sub->get_name());
  return out;
}

// The option or command that `word` may have been meant for, of the command that was reached.
std::optional<std::string> nearest_to(const CLI::App& app, std::string_view word) {
  if (const auto reached = app.get_subcommands(); !reached.empty())
    return nearest_to(*reached.front(), word);
  if (!word.starts_with('-')) return nearest(word, command_names(app));
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options())
    for (const std::string& name : o->get_lnames()) names.push_back("--" + name);
  return nearest(word.substr(0, word.find('=')), names);
}

int run(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  const bool has_settings =
      ::access("npulint.toml", F_OK) == 0 || ::access(".npulint.toml", F_OK) == 0;
  if (args.empty() && !has_settings) args = {"--help"};
  CommandOptions o;
  Command c(o);
  int code = kClean;
  // the process ends with it: it is not taken apart
  static CLI::App& app =
      *new CLI::App("npulint: the linter between a quantised model and the board", "npulint");
  app.set_version_flag("-V,--version", "npulint " NPULINT_VERSION);
  app.require_subcommand(1);
  // Commands take the footer that the tool has when they are made: it gets its own last.
  const std::string exit_codes =
      "Exit codes: 0 clean, 1 findings, 2 usage or settings, 3 nothing recognised or required "
      "checks not done.\n";
  // "{auto,en,zh}" for the help, the completions and the man page; nothing else is accepted
  const auto one_of = [](CLI::Option* option, const std::vector<std::string>& values) {
    std::string shown;
    for (const std::string& v : values) shown += (shown.empty() ? "{" : ",") + v;
    option->type_name(shown + "}")->check(CLI::IsMember(values).description(""));
  };
  const auto threads = [&](CLI::App* a) {
    a->add_option("-j,--jobs", o.jobs, "Threads, 1 to 256; without it one for each core, at most 8")
        ->type_name("N")
        ->check(CLI::Range(1, 256).description(""));
  };
  const auto display = [&](CLI::App* a) {
    one_of(a->add_option("--color", o.color, "Colours; auto: on a terminal"),
           {"auto", "always", "never"});
    one_of(a->add_option("--lang", o.lang, "Language; auto: of the locale, on a terminal"),
           {"auto", "en", "zh"});
  };
  const auto format = [&](CLI::App* a) {
    one_of(a->add_option("--format", o.format, "text (default) or json"), {"text", "json"});
  };

  // The options of a command with many of them are made when it is the one, or is described.
  std::vector<std::function<void()>> fills;
  const auto filled = [&](CLI::App* a, std::function<void()> fill) {
    const auto once = [fill = std::move(fill), done = std::make_shared<bool>(false)] {
      if (!std::exchange(*done, true)) fill();
    };
    a->preparse_callback([once](size_t) { once(); });
    fills.push_back(once);
  };
  const auto described = [&] {
    for (const auto& fill : fills) fill();
    return entry(app);
  };

  CLI::App* check = app.add_subcommand("check", "Check files and folders (the default command)");
  LoadOptions& l = o.check.load;
  const auto run_options = [&](CLI::App* a) {
    a->add_option("paths", l.paths,
                  "Files, folders, or - for standard input; the working directory without any")
        ->type_name("PATH");
    a->add_option("--target", l.target,
                  "Board, march or chip that the artifacts are for: s100, x5, nash-e, bm1684x …")
        ->type_name("TARGET");
    a->add_option("--toolchain", l.toolchain,
                  "Version that converts: \"horizon_tc_ui 3.5.16\", \"OE X5 1.2.8\"")
        ->type_name("VERSION");
    a->add_option("--against", l.against,
                  "models.yaml of an older release, to see what has changed")
        ->type_name("FILE");
    a->add_option("--profile", o.profile, "commit (default), review or release")
        ->type_name("{commit,review,release}");
    a->add_option("--fail-on", o.fail_on, "error (default), warning, note or never")
        ->type_name("{error,warning,note,never}");
    a->add_option("--select", o.check.select,
                  "Only these rules: codes, names, prefixes, ALL; commas between")
        ->type_name("RULE")
        ->delimiter(',')
        ->allow_extra_args(false);
    a->add_option("--ignore", o.check.ignore, "Not these rules; commas between")
        ->type_name("RULE")
        ->delimiter(',')
        ->allow_extra_args(false);
    a->add_option("-o,--output", o.outputs,
                  "Where results go, repeatable; FORMAT: " + joined(format_names()))
        ->type_name("FORMAT[=FILE]")
        ->allow_extra_args(false);
    a->add_option("--config", l.settings_file, "This npulint.toml, for everything")
        ->type_name("FILE");
    a->add_flag("--isolated", l.isolated, "Read no npulint.toml");
    a->add_option("--exclude", l.exclude,
                  "Globs that are not walked into; what other files name is read")
        ->type_name("GLOB")
        ->delimiter(',')
        ->allow_extra_args(false);
    a->add_flag("--force-exclude", l.force_exclude, "Exclude also files that are named");
    a->add_option("--stdin-filename", l.stdin_filename,
                  "The name of - in messages and for detection")
        ->type_name("FILE");
    a->add_flag("--no-ignores", o.check.no_ignores,
                "Inline ignores and [[ignore]] suppress nothing");
    a->add_option("--baseline", o.check.baseline.file,
                  "This baseline; npulint-baseline.json is found upward without it")
        ->type_name("FILE");
    a->add_flag("--no-baseline", o.check.baseline.off, "Apply no baseline");
    a->add_flag("--no-cache", o.no_cache,
                "Read every data file, also those whose digests are kept from the last run");
    a->add_flag("--digests", o.digests, "SHA-256 of every input in the JSON result");
    a->add_flag("--exit-zero", o.exit_zero, "Exit with 0 also when there are findings");
    a->add_flag("--skip-unrecognized", l.skip_unrecognised,
                "Pass over named files of no known kind; 0 when nothing is left");
    one_of(
        a->add_option("--min-severity", o.min_severity, "Show and count as failure from here on"),
        {"note", "warning", "error"});
    threads(a);
    a->add_flag("--timing", o.timing, "Milliseconds of each stage, on standard error");
    display(a);
  };
  filled(check, [&, check] {
    run_options(check);
    check->add_flag("--show-suppressed", o.show_suppressed,
                    "List the suppressed findings with their reasons (text output)");
    check->add_flag("--statistics", o.statistics, "Counts by rule in place of the findings (text)");
    check->add_flag("--diff", o.diff, "Print what --fix would change; write nothing");
    check->add_flag("--fix", o.fix,
                    "Apply the edits that cannot change the compiled artifact, then check");
    check->add_flag("--unsafe-fixes", o.unsafe_fixes,
                    "Apply (with --diff: print) also those that change what is compiled");
    check
        ->add_option("--shard", o.shard,
                     "i/n: judge one of n parts, for `npulint merge`; with -o json[=FILE]")
        ->type_name("I/N");
    check->add_flag("-q,--quiet", o.quiet, "Findings only");
  });
  check->footer(exit_codes +
                "Examples:\n"
                "  npulint check conversion/ --target s100\n"
                "  npulint check . --profile review -o text -o json=npulint.json\n"
                "  npulint check config.yaml --diff");
  check->callback([&] {
    if (l.paths.empty()) l.paths = {"."};
    code = c.check();
  });

  CLI::App* review = app.add_subcommand(
      "report", "A report for review, as one HTML file: check under --profile review");
  filled(review, [&, review] { run_options(review); });
  review->footer(exit_codes + "Example:\n  npulint report . -o html=report.html");
  review->callback([&] {
    if (l.paths.empty()) l.paths = {"."};
    code = c.review();
  });

  CLI::App* merge = app.add_subcommand(
      "merge", "Join the results of all shards: those of one run, byte for byte");
  merge->add_option("results", o.documents, "What check --shard i/n -o json=FILE wrote")
      ->type_name("FILE")
      ->required();
  merge->add_option("-o,--output", o.outputs, "Where the result goes")
      ->type_name("json[=FILE]")
      ->allow_extra_args(false);
  merge->footer(
      "Exits as the one run would. Example:\n"
      "  npulint check zoo/ --shard 1/2 -o json=1.json\n"
      "  npulint check zoo/ --shard 2/2 -o json=2.json\n"
      "  npulint merge 1.json 2.json -o json=npulint.json");
  merge->callback([&] { code = c.merge(); });

  CLI::App* explain = app.add_subcommand("explain", "Explain a rule, or a key of the configs");
  explain->add_option("rule", o.words, "Code or name")->type_name("RULE");
  explain
      ->add_option("--key", o.keys,
                   "A key or section of the conversion YAML: input_parameters.input_shape")
      ->type_name("KEY")
      ->allow_extra_args(false);
  format(explain);
  display(explain);
  explain->footer(
      "Examples:\n"
      "  npulint explain QNT001\n"
      "  npulint explain --key cal_data_dir");
  explain->callback([&] { code = c.explain(); });

  CLI::App* rules = app.add_subcommand("rules", "List the rules");
  format(rules);
  display(rules);
  rules->callback([&] { code = c.rules(); });

  CLI::App* inspect = app.add_subcommand("inspect", "Show the facts of any artifact");
  filled(inspect, [&, inspect] {
    inspect->add_option("files", l.paths, "Files")->type_name("FILE")->required();
    inspect->add_flag("--compare", o.compare,
                      "Two artifacts side by side (1: their inputs or outputs differ): FILE, "
                      "FILE#MODEL, or one FILE with two models of one name");
    inspect->footer(
        "Examples:\n"
        "  npulint inspect build/resnet18.bin\n"
        "  npulint inspect --compare s100/model.metadata.json s600/model.metadata.json");
    inspect->add_flag("--digests", o.digests, "SHA-256 of every file, not only of compiled models");
    inspect
        ->add_flag(
            "--recipe{all}", o.recipe,
            "Code that reads the outputs and writes the quantised inputs, in C++ and Python; "
            "--recipe=cpp or --recipe=python for one")
        ->check(CLI::IsMember({"all", "cpp", "python"}));
    format(inspect);
    display(inspect);
  });
  inspect->callback([&] { code = c.inspect(); });

  CLI::App* contract = app.add_subcommand("contract", "What the application does with a model");
  contract->require_subcommand(1);
  CLI::App* start = contract->add_subcommand(
      "init", "Print a contract.toml to complete, from what an artifact states");
  start->add_option("artifact", l.paths, "Compiled model or its metadata; FILE#MODEL of several")
      ->type_name("FILE")
      ->required()
      ->expected(1);
  start
      ->add_option("-o,--output", o.new_file,
                   "Write it there, and name the artifact from there; never over a file")
      ->type_name("FILE");
  start->footer(
      "Nothing that the application does is stated until you uncomment it: docs/contract.md.\n"
      "Example:\n"
      "  npulint contract init build/resnet18.bin -o deploy/contract.toml");
  display(start);
  start->callback([&] { code = c.contract_init(); });

  CLI::App* exporter =
      app.add_subcommand("exporter", "Print the script or command that produces metadata");
  exporter->add_option("name", o.words, "hbdk, hrt or bmodel")
      ->type_name("{hbdk,hrt,bmodel}")
      ->required();
  exporter->footer(
      "Examples:\n"
      "  npulint exporter hbdk > export.py    # run it in the vendor's container\n"
      "  npulint exporter hrt");
  exporter->callback([&] { code = c.exporter(); });

  CLI::App* config = app.add_subcommand("config", "Settings");
  config->require_subcommand(1);
  CLI::App* show =
      config->add_subcommand("show", "The effective settings and where each comes from");
  show->add_option("path", l.paths, "A file or folder; the working directory without one")
      ->type_name("PATH");
  show->add_option("--config", l.settings_file, "This npulint.toml")->type_name("FILE");
  display(show);
  show->footer("Example:\n  npulint config show conversion/");
  show->callback([&] { code = c.config_show(); });

  CLI::App* baseline =
      app.add_subcommand("baseline", "Findings that are there already: accept them for now");
  baseline->require_subcommand(1);
  const auto action = [&](const char* name, const char* what, BaselineAction a) {
    CLI::App* sub = baseline->add_subcommand(name, what);
    filled(sub, [&, sub, a] {
      sub->add_option("paths", l.paths, "Files and folders; the working directory without any")
          ->type_name("PATH");
      sub->add_option("--baseline", o.check.baseline.file,
                      "The file; beside npulint.toml or in the working directory without it")
          ->type_name("FILE");
      sub->add_option("--against", l.against, "As of check")->type_name("FILE");
      if (a != BaselineAction::kPrune)
        sub->add_option("--reason", o.reason, "Why the findings are accepted")->type_name("TEXT");
      sub->add_option("--target", l.target, "As of check")->type_name("TARGET");
      sub->add_option("--toolchain", l.toolchain, "As of check")->type_name("VERSION");
      sub->add_option("--profile", o.profile, "As of check")->type_name("{commit,review,release}");
      sub->add_option("--config", l.settings_file, "This npulint.toml, for everything")
          ->type_name("FILE");
      sub->add_flag("--isolated", l.isolated, "Read no npulint.toml");
      threads(sub);
      display(sub);
    });
    sub->footer(std::string("Example:\n  npulint baseline ") + name + " ." +
                (a == BaselineAction::kPrune ? "" : " --reason \"known before the linter\""));
    sub->callback([&, a] {
      if (l.paths.empty()) l.paths = {"."};
      code = c.baseline(a);
    });
  };
  action("create", "Write the baseline of all findings", BaselineAction::kCreate);
  action("update", "Take what was checked as it is now", BaselineAction::kUpdate);
  action("prune", "Remove the entries that match nothing any more", BaselineAction::kPrune);

  CLI::App* init = app.add_subcommand("init", "Write a commented npulint.toml");
  init->callback([&] { code = c.init(); });

  CLI::App* version = app.add_subcommand("version", "Print the version");
  format(version);
  version->callback([&] { code = c.version(); });

  CLI::App* docs =
      app.add_subcommand("docs", "Generate docs/rules from the rules and their examples");
  docs->group("");
  docs->add_option("--examples", o.examples, "examples/rules")->type_name("FILE")->required();
  docs->add_option("--out", o.out_dir, "docs/rules")->type_name("FILE")->required();
  docs->callback([&] { code = c.docs(); });

  CLI::App* completion =
      app.add_subcommand("completion", "Print the completion script for a shell");
  one_of(completion->add_option("shell", o.words, "bash, zsh or fish")->required()->expected(1),
         {"bash", "zsh", "fish"});
  completion->footer(
      "Examples:\n"
      "  npulint completion bash > ~/.local/share/bash-completion/completions/npulint\n"
      "  npulint completion zsh > ~/.zfunc/_npulint\n"
      "  npulint completion fish > ~/.config/fish/completions/npulint.fish");
  completion->callback([&] { code = c.completion(described()); });

  CLI::App* man = app.add_subcommand("man", "Print the man page, npulint(1)");
  man->callback([&] { code = c.man(described()); });

  app.footer(exit_codes +
             "Options of a command: npulint COMMAND --help; all of them: npulint man | man -l -\n"
             "Examples:\n"
             "  npulint check conversion/ --target s100\n"
             "  npulint check . --profile review -o text -o json=npulint.json\n"
             "  npulint report . -o html=report.html\n"
             "  npulint inspect build/model.metadata.json\n"
             "  npulint explain QNT001");

  // `npulint --lang zh check .`: said before the command, it belongs to it all the same
  const size_t language = args.empty()          ? 0
                          : args[0] == "--lang" ? 2
                                                : args[0].starts_with("--lang=");
  if (language > 0 && args.size() > language &&
      std::find(args.begin(), args.end(), "--") == args.end())
    std::rotate(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(language), args.end());
  if (args.size() == 1 && args[0] == "help") args[0] = "--help";
  // `check` is the default command
  const auto named = [&](const CLI::App* a) { return !args.empty() && a->check_name(args[0]); };
  if (std::as_const(app).get_subcommands(named).empty() &&
      (args.empty() || !app.get_option_no_throw(args[0]))) {
    const auto near = args.empty() || ::access(args[0].c_str(), F_OK) == 0
                          ? std::nullopt
                          : nearest(args[0], command_names(app));
    if (near) {
      print_error("`" + args[0] + "` is no command and no file; did you mean `" + *near + "`?");
      return kUsage;
    }
    args.insert(args.begin(), "check");
  }
  std::reverse(args.begin(), args.end());
  try {
    app.parse(std::move(args));
  } catch (const CLI::ParseError& e) {
    constexpr size_t kMostShown = 400;  // bytes of a line: the wrong word may be anything
    std::ostringstream out, err;
    const int usage = app.exit(e, out, err) == 0 ? kClean : kUsage;
    if (!write_all(1, out.str())) return kUsage;
    write_all(2, escape_lines(err.str(), kMostShown));
    const auto word = app.remaining(true);
    const auto reached = app.get_subcommands();
    if (usage == kUsage && !word.empty()) {
      if (const auto near = nearest_to(app, word.front()))
        print_error("did you mean `" + *near + "`?");
    } else if (usage == kUsage && !reached.empty() &&
               reached[0]->get_require_subcommand_min() > 0) {
      print_error("`" + reached[0]->get_name() +
                  "` is followed by one of: " + joined(command_names(*reached[0])));
    }
    return usage;
  }
  return code;
}

}  // namespace
}  // namespace npulint

int main(int argc, char** argv) {
  // The process is short: freed memory is used again rather than given back page by page.
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 512 << 20);
  ::mallopt(M_TOP_PAD, 1 << 20);
  try {
    return npulint::run(argc, argv);
  } catch (const std::bad_alloc&) {
    npulint::print_error("there is not enough memory");
  } catch (const std::exception& e) {
    npulint::print_error(std::string("internal error: ") + e.what());
  } catch (...) {
    npulint::print_error("internal error");
  }
  return npulint::kUsage;
}
