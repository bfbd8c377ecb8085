// SPDX-License-Identifier: GPL-3.0-or-later
//
// No option is ever ignored: every option of every command, as the program itself lists them, on every kind of input,
// must change what comes out or be refused by name (exit 2). Tried is a sample of these combinations, unless all are
// asked for (tests/support/all_tests.h): of each option of each command one combination, the next one on the next day.
#include "app/cli/options.h"
#include "tests/cli/input_kinds.h"
#include "tests/cli/option_table.h"
#include "tests/support/all_tests.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace batchscope {
namespace {

using testing::CommandForm;
using testing::commandForms;
using testing::CommandLine;
using testing::Finished;
using testing::InputKind;
using testing::InputState;
using testing::OptionRow;
using testing::optionRows;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// Where an option exists only to say why it does not apply.
const std::set<std::string> kNeverApply = {"schedule --seed", "schedule --threads", "explain --seed",
                                           "explain --threads", "convert --seed"};
/// Where it changes times and nothing else.
const std::set<std::string> kChangeTimesOnly = {
    "run --rows",       "bench --order",        "convert --rows",     "convert --isa",
    "convert --dim",    "convert --threads",    "bench --seed",       "bench --warmups",
    "bench --budget",   "diagnose --case",      "diagnose --classes", "diagnose --escapes",
    "diagnose --isa",   "diagnose --order",     "diagnose --passes",  "diagnose --rare-below",
    "diagnose --rows",  "diagnose --seed",      "diagnose --table",   "diagnose --threads",
    "diagnose --train", "export-values --rows", "export-values --isa"};
/// Another table, the same number of batches on inputs as small as these; explain shows its choices. Nothing fails here
/// that could be shrunk.
const std::set<std::string> kSameResult = {"run --table", "run --shrink", "export-values --table", "bench --note"};
/// Only --diff takes it, which without it is an error, too; schedule_file_test has both.
const std::set<std::string> kOnlyTogether = {"schedule --against"};

/// One combination in this many is a candidate.
#ifdef BATCHSCOPE_SANITIZED
constexpr std::size_t kEvery = 10; // a start takes ten times as long: the answers were judged by the build without
#else
constexpr std::size_t kEvery = 1;
#endif
/// One option in this many of a command where each try takes seconds; other commands have the same options.
constexpr std::size_t kEverySlow = 7;

/// A number of the environment; 0 where it has none.
std::size_t numberIn(const char* variable) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
}
/// Of the last commit, since 1970; which day it is says which combinations are the sample.
const std::size_t kDay = numberIn("BATCHSCOPE_TEST_DAY");
/// The number of the only combination to try; 0: no such.
const std::size_t kOnly = numberIn("BATCHSCOPE_COMBINATION");
/// Whether each combination is tried.
const bool kIsWhole = testing::allTests() && kEvery == 1 && kOnly == 0;

Words wordsOf(std::string_view text) {
    std::istringstream stream{std::string(text)};
    Words words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

bool lists(std::string_view names, std::string_view name) {
    const Words words = wordsOf(names);
    return names == "*" || std::find(words.begin(), words.end(), name) != words.end();
}

/// Options of a command as the program has them.
const std::set<std::string>& optionsOf(std::string_view command) {
    static std::map<std::string_view, std::set<std::string>> known;
    std::set<std::string>& names = known[command];
    if (!names.empty()) {
        return names;
    }
    CliOptions options;
    CLI::App app;
    addCommands(app, options);
    for (const CLI::Option* option : app.get_subcommand(std::string(command))->get_options()) {
        for (const std::string& name : option->get_lnames()) {
            if (name != "help" && name != "help-all") {
                names.insert("--" + name);
            }
        }
    }
    return names;
}

/// Takes an option and its value out.
void take(Words& words, const std::string& option) {
    const auto at = std::find(words.begin(), words.end(), option);
    if (at != words.end()) {
        const bool hasValue = at + 1 != words.end() && !(at + 1)->starts_with("--");
        words.erase(at, at + (hasValue ? 2 : 1));
    }
}

std::string replaced(std::string text, const std::string& mark, const std::string& by) {
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? text : text.replace(at, mark.size(), by);
}

/// Times, and what depends on them.
bool isMeasured(const std::string& key) {
    static const std::regex kMeasured(
        "seconds|checked|measured|.*_seconds|.*_s|samples|ts|dur|.*speedup.*|.*ratio|fma_share|noisy|"
        ".*peak.*|ci_.*|load.*|date|repeats_used|spread|verdict|.*p_value|"
        "superiority|slower|measured");
    return std::regex_match(key, kMeasured);
}

/// What depends on the machine's mood: how many samples were needed, and whether they agreed.
bool isSpeed(const std::string& key) {
    static const std::set<std::string> kOfSamples = {
        "runs",   "outliers",       "load",        "retries",          "precision",      "verdict", "causes",
        "advice", "worst_residual", "iqr_s",       "spread_repeats_s", "spread_trees_s", // by chance 0
        "bound",  "share_of_roof",  "flops_per_s", "roof_flops_per_s", // of a launch that took no time: none
    };
    return key.starts_with("speedup") || kOfSamples.contains(key);
}

/// What was asked for, said again: it would change though nothing heeded it.
bool isEcho(const std::string& key) {
    return key == "seed" || key == "warmups" || key == "budget_s" || key == "optimizer" || key == "policy";
}

/// The context of bench says the whole line again, word by word and option by option.
Json withoutEcho(Json context) {
    if (context.contains("command")) {
        context.erase("command");
        for (std::string option : optionsOf("bench")) {
            std::replace(option.begin(), option.end(), '-', '_');
            context.erase(option.substr(2));
        }
    }
    return context;
}

/// Which times there are: how many samples, which phases took any time at all.
Json wasMeasured(const Json& times) {
    if (times.is_array()) {
        return times.size();
    }
    if (times.is_object()) {
        Json kept = Json::object();
        for (const auto& [key, value] : times.items()) {
            kept[key] = wasMeasured(value);
        }
        return kept;
    }
    return times.is_null() || times == 0.0;
}

Json steady(const Json& document) {
    if (document.is_object()) {
        Json kept = Json::object();
        for (const auto& [key, value] : document.items()) {
            const bool areRunsOfExperiment = key == "runs" && value.is_object();
            if ((isSpeed(key) && !areRunsOfExperiment) || isEcho(key)) {
                continue;
            }
            kept[key] = isMeasured(key)    ? wasMeasured(value)
                        : key == "context" ? steady(withoutEcho(value))
                                           : steady(value);
        }
        return kept;
    }
    if (document.is_array()) {
        Json kept = Json::array();
        for (const Json& value : document) {
            kept.push_back(steady(value));
        }
        return kept;
    }
    return document;
}

/// What a run gave, without times.
std::string outcomeOf(const Finished& finished) {
    const Json document = Json::parse(finished.out, nullptr, false);
    return std::to_string(finished.code) + "\n" + (document.is_discarded() ? finished.out : steady(document).dump());
}

/// An option of a form on a kind.
struct Place {
    const CommandForm* form;
    const InputKind* kind;
    const OptionRow* row;
    std::size_t number; ///< among those of its command, from 1
};

/// With the line that it is held against.
struct Combination : Place {
    CommandLine base;
    CommandLine line;
    std::string written; ///< the file that the option names; empty: none

    [[nodiscard]] std::string text() const {
        std::string all;
        for (const std::string& word : line.arguments) {
            all += (all.empty() ? "" : " ") + word;
        }
        return all;
    }
    [[nodiscard]] std::string howToTry() const {
        return "to try only this: BATCHSCOPE_COMBINATION=" + std::to_string(number) +
               " test_cli_options --gtest_filter='*" + ::testing::UnitTest::GetInstance()->current_test_info()->name() +
               "'";
    }
};

class Options : public testing::FolderTest {
protected:
    Options() {
        m_kinds = testing::makeInputKinds(m_folder);
        m_none.name = "none";
    }

    [[nodiscard]] std::string tableOf(const InputKind& kind) const {
        return (m_folder / (kind.name + "-table.json")).string();
    }

    [[nodiscard]] std::string weightsOf(const InputKind& kind) const {
        return (m_folder / (kind.name + "-weights.npz")).string();
    }

    using Kinds = std::vector<const InputKind*>;

    /// Other weights than those of the usual seed.
    void makeWeights(const Kinds& kinds) const {
        const auto form = std::find_if(commandForms().begin(), commandForms().end(),
                                       [](const CommandForm& each) { return each.name == "export"; });
        ASSERT_NE(form, commandForms().end());
        std::vector<CommandLine> lines;
        for (const InputKind* kind : kinds) {
            if (kind->name != "program-shared") { // has none
                CommandLine line = baseOf(*form, *kind, OptionRow{"export", "--out", "{out}"}, form->usual);
                line.arguments.insert(line.arguments.end(), {"--seed", "9", "--out", weightsOf(*kind)});
                lines.push_back(line);
            }
        }
        for (const Finished& finished : testing::runAll(lines)) {
            ASSERT_EQ(finished.code, 0) << finished.err;
        }
    }

    [[nodiscard]] std::string runOf(const InputKind& kind) const {
        return (m_folder / (kind.name + "-run.json")).string();
    }

    [[nodiscard]] std::string moduleFile() const { return (m_folder / "two_recursions.py").string(); }

    /// Of any number of children, or of two; node mixes the rows of its batch.
    void makeModule() const {
        testing::writeText(moduleFile(), R"(E = parameter(60, 4)
W = parameter(4, 8)


def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)


def node(self, children: List[Tensor]):
    return torch.softmax(torch.stack(children).sum(0), 0)


def compose(self, left, right):
    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.W))


def logits(self, h):
    return h
)");
    }

    /// Runs of bench with an arm that is not the usual one alone.
    void makeRuns(const Kinds& kinds) const {
        const auto form = std::find_if(commandForms().begin(), commandForms().end(),
                                       [](const CommandForm& each) { return each.name == "bench"; });
        ASSERT_NE(form, commandForms().end());
        std::vector<CommandLine> lines;
        for (const InputKind* kind : kinds) {
            CommandLine line = baseOf(*form, *kind, OptionRow{"bench", "--out", "{out}"}, form->usual);
            line.arguments.insert(line.arguments.end(), {"--arms", "folded", "--out", runOf(*kind)});
            lines.push_back(line);
        }
        for (const Finished& finished : testing::runAll(lines)) {
            ASSERT_EQ(finished.code, 0) << finished.err;
        }
    }

    /// Tables of the learned policy, turned upside down, so that who follows them does worse.
    void makeTables(const Kinds& kinds) const {
        std::vector<CommandLine> lines;
        for (const InputKind* kind : kinds) {
            Words words = {"schedule", "--policy", "learned", "--save-table", tableOf(*kind)};
            words.insert(words.end(), kind->files.begin(), kind->files.end());
            if (!kind->net.empty()) {
                words.insert(words.end(), {"--model", kind->net});
            }
            lines.push_back({words, kind->input});
        }
        const std::vector<Finished> finished = testing::runAll(lines);
        for (std::size_t index = 0; index < kinds.size(); ++index) {
            ASSERT_EQ(finished[index].code, 0) << kinds[index]->name << finished[index].err;
            Json table = Json::parse(testing::textOf(tableOf(*kinds[index])));
            table["episodes"] = 7;
            for (Json& state : table["states"]) {
                for (Json& action : state["actions"]) {
                    action["q"] = -action["q"].get<double>();
                }
            }
            testing::writeText(tableOf(*kinds[index]), table.dump());
        }
    }

    [[nodiscard]] std::string scheduleFileOf(const InputKind& kind) const {
        return (m_folder / (kind.name + "-schedule.json")).string();
    }

    [[nodiscard]] std::string scheduleOfTwo(const InputKind& kind) const {
        return (m_folder / (kind.name + "-schedule-of-two.json")).string();
    }

    /// Schedules of regular, of all trees and of two: no other policy makes the same batches.
    void makeSchedules(const Kinds& kinds) const {
        std::vector<CommandLine> lines;
        for (const InputKind* kind : kinds) {
            Words words = {"schedule", "--policy", "regular", "--save-schedule", scheduleFileOf(*kind)};
            words.insert(words.end(), kind->files.begin(), kind->files.end());
            if (!kind->net.empty()) {
                words.insert(words.end(), {"--model", kind->net});
            }
            lines.push_back({words, kind->input});
            *std::find(words.begin(), words.end(), scheduleFileOf(*kind)) = scheduleOfTwo(*kind);
            if (kind->name != "program-shared") { // runs as a whole
                words.insert(words.end(), {"--trees", "0:2"});
            }
            lines.push_back({words, kind->input});
        }
        for (const Finished& finished : testing::runAll(lines)) {
            ASSERT_EQ(finished.code, 0) << finished.err;
        }
    }

    /// The files that these combinations name, of the kinds that they are of.
    void makeFiles(const std::vector<Combination>& all) const {
        std::set<std::string> named;
        for (const Combination& each : all) {
            named.insert(each.base.arguments.begin(), each.base.arguments.end());
            named.insert(each.line.arguments.begin(), each.line.arguments.end());
        }
        const auto kindsWhose = [&](const auto& isNamed) {
            Kinds kinds;
            for (const InputKind& kind : m_kinds) {
                if (isNamed(kind)) {
                    kinds.push_back(&kind);
                }
            }
            return kinds;
        };
        makeModule();
        ASSERT_NO_FATAL_FAILURE(
            makeTables(kindsWhose([&](const InputKind& kind) { return named.contains(tableOf(kind)); })));
        ASSERT_NO_FATAL_FAILURE(makeSchedules(kindsWhose([&](const InputKind& kind) {
            return named.contains(scheduleFileOf(kind)) || named.contains(scheduleOfTwo(kind));
        })));
        ASSERT_NO_FATAL_FAILURE(
            makeWeights(kindsWhose([&](const InputKind& kind) { return named.contains(weightsOf(kind)); })));
        ASSERT_NO_FATAL_FAILURE(
            makeRuns(kindsWhose([&](const InputKind& kind) { return named.contains(runOf(kind)); })));
    }

    [[nodiscard]] CommandLine baseOf(const CommandForm& form, const InputKind& kind, const OptionRow& row,
                                     std::string_view beside) const {
        Words words = {std::string(form.command)};
        if (form.input == CommandForm::Input::OneFile) {
            const bool damaged = row.state == InputState::Damaged && !kind.damagedFolder.empty();
            words.push_back(damaged ? kind.damagedFolder : kind.folder);
        } else {
            const Words& files = row.state == InputState::Damaged && !kind.damaged.empty() ? kind.damaged : kind.files;
            words.insert(words.end(), files.begin(), files.end());
        }
        for (const std::string& node : wordsOf(form.command == "explain" ? kind.nodes : "")) {
            words.push_back(node);
        }
        const std::string valuesFile = (m_folder / (kind.name + "-values.npz")).string();
        Words options = wordsOf(replaced(std::string(form.always), "{values}", valuesFile));
        if (row.option == "--format") { // the line has the other way to say it
            take(options, "--json");
        }
        if (!kind.net.empty() && optionsOf(form.command).contains("--model") && !lists(beside, "--model") &&
            (form.name != "convert")) {
            options.insert(options.end(), {"--model", kind.net});
        }
        if (kind.net.empty() || kind.net == "mlp" || lists(beside, "{module}")) { // all have widths of their own
            take(options, "--dim");
        }
        for (const std::string& word : wordsOf(beside)) {
            const std::string given = replaced(word, "{schedule}", scheduleFileOf(kind));
            options.push_back(replaced(replaced(replaced(given, "{run}", runOf(kind)), "{weights}", weightsOf(kind)),
                                       "{module}", moduleFile()));
        }
        if (kind.name == "program-shared") { // runs as a whole
            take(options, "--batch");
            take(options, "--trees");
        }
        if (row.option != "--to" && row.option != "--model") { // needed: the line has another value of them
            take(options, std::string(row.option));
        }
        words.insert(words.end(), options.begin(), options.end());
        const bool damaged = row.state == InputState::Damaged;
        return {words, damaged ? kind.damagedInput : kind.input};
    }

    [[nodiscard]] Combination combinationOf(const Place& place, std::string_view beside) const {
        const InputKind& kind = *place.kind;
        const OptionRow& row = *place.row;
        Combination made{place, baseOf(*place.form, kind, row, beside), {}, {}};
        made.line = made.base;
        take(made.line.arguments, std::string(row.option));
        made.line.arguments.emplace_back(row.option);
        if (!row.value.empty()) {
            std::string value(row.value);
            if (const std::size_t at = value.find("{out}"); at != std::string::npos) {
                static int count = 0;
                made.written = (m_folder / ("written-" + std::to_string(++count))).string();
                value = replaced(value, "{out}", made.written);
                made.written = value.substr(at);
            }
            value = replaced(value, "{parameter}", kind.parameter.empty() ? "W:0:0" : kind.parameter);
            value = replaced(value, "{net}", kind.otherNet);
            value = replaced(value, "{table}", tableOf(kind));
            value = replaced(value, "{schedule}", scheduleFileOf(kind));
            value = replaced(value, "{two}", scheduleOfTwo(kind));
            value = replaced(value, "{run}", runOf(kind));
            value = replaced(value, "{weights}", weightsOf(kind));
            made.line.arguments.push_back(value);
        }
        return made;
    }

    [[nodiscard]] std::vector<const InputKind*> kindsOf(const CommandForm& form) const {
        if (form.input == CommandForm::Input::None) {
            return {&m_none};
        }
        std::vector<const InputKind*> kinds;
        for (const InputKind& kind : m_kinds) {
            if (kind.net.empty() && form.name == "convert") { // a program has no trees to write
                continue;
            }
            const bool isTried = lists(form.kinds, kind.name);
            if (isTried && (kind.hasTargets || form.targets == CommandForm::Targets::NotNeeded)) {
                kinds.push_back(&kind);
            }
        }
        return kinds;
    }

    /// Each form, row and kind of the command that fit together, by option.
    [[nodiscard]] std::map<std::string_view, std::vector<Place>> placesOf(std::string_view command) const {
        std::map<std::string_view, std::vector<Place>> places;
        std::size_t count = 0;
        for (const CommandForm& form : commandForms()) {
            for (const OptionRow& row : optionRows()) {
                if (form.command != command || !lists(row.forms, form.name) ||
                    !optionsOf(command).contains(std::string(row.option))) {
                    continue;
                }
                for (const InputKind* kind : kindsOf(form)) {
                    places[row.option].push_back({&form, kind, &row, ++count});
                }
            }
        }
        return places;
    }

    /// Those to try; of a sample, one of each option, and each of them within as many days as it has. Most options have
    /// the same number of kinds, so most are tried on the same kind that day, and few lines are needed to hold them
    /// against; but each command has another kind.
    [[nodiscard]] std::vector<Place> chosenOf(std::string_view command) const {
        const auto isOurs = [&](const CommandForm& form) { return form.command == command; };
        const auto first = std::find_if(commandForms().begin(), commandForms().end(), isOurs);
        const std::size_t turn = kDay + static_cast<std::size_t>(first - commandForms().begin());
        std::vector<Place> chosen;
        std::size_t option = 0;
        for (const auto& [name, places] : placesOf(command)) {
            const bool isItsDay = (turn + option++) % kEverySlow == 0 || first->kinds == "*";
            for (const Place& place : places) {
                const bool isInSample = isItsDay && &place == &places[turn % places.size()];
                const bool isAsked = testing::allTests() ? place.number % kEvery == 1 % kEvery : isInSample;
                if (kOnly == 0 ? isAsked : place.number == kOnly) {
                    chosen.push_back(place);
                }
            }
        }
        return chosen;
    }

    /// What is tried; beside the option stands what the row says, where that is possible.
    [[nodiscard]] std::vector<Combination> combinations(std::string_view command) {
        std::vector<Combination> own;
        for (const Place& place : chosenOf(command)) {
            own.push_back(combinationOf(place, place.row->beside == "=" ? place.form->usual : place.row->beside));
        }
        makeFiles(own);
        if (HasFatalFailure()) {
            return {};
        }
        runBases(own);
        std::map<std::pair<const CommandForm*, const OptionRow*>, bool> possible;
        for (const Combination& each : own) {
            possible[{each.form, each.row}] |= baseCode(each) == 0;
        }
        for (const auto& [key, any] : possible) {
            EXPECT_TRUE(any || !kIsWhole) << key.first->name << ": nothing takes '" << key.second->beside
                                          << "', which stands beside " << key.second->option;
        }
        for (Combination& each : own) {
            if (baseCode(each) != 0 && each.row->beside != "=") { // refused itself on this kind
                each = combinationOf(each, each.form->usual);
            }
        }
        runBases(own);
        return own;
    }

    /// Those with the usual options twice: what differs between them is no outcome.
    void runBases(const std::vector<Combination>& all) {
        std::vector<CommandLine> lines;
        for (const Combination& each : all) {
            if (m_bases.emplace(keyOf(each.base), std::vector<Finished>()).second) {
                lines.insert(lines.end(), each.row->beside == "=" ? 2 : 1, each.base);
            }
        }
        const std::vector<Finished> finished = testing::runAll(lines);
        for (std::size_t index = 0; index < lines.size(); ++index) {
            m_bases[keyOf(lines[index])].push_back(finished[index]);
        }
    }
    static std::string keyOf(const CommandLine& line) {
        std::string key = line.input;
        for (const std::string& word : line.arguments) {
            key += '\0' + word;
        }
        return key;
    }
    [[nodiscard]] int baseCode(const Combination& each) { return m_bases[keyOf(each.base)].front().code; }

    enum class Found { Effect, Refused, Idle, Ignored };

    [[nodiscard]] Found judge(const Combination& each, const Finished& finished) {
        const bool named =
            finished.err.find(each.row->option) != std::string::npos ||
            (each.row->option == "--model" && finished.err.find(each.kind->otherNet) != std::string::npos) ||
            ((each.row->option == "--train" || each.row->option == "--work" || each.row->option == "--gradients") &&
             finished.err.find("training needs labels") != std::string::npos);
        if (finished.code == 2 && named) {
            return Found::Refused;
        }
        const bool wrote = !each.written.empty() && std::filesystem::exists(each.written);
        const bool ran = finished.code == 0 || finished.code == 3 || finished.code == 4 || finished.code == 6;
        if (ran && (wrote || outcomeOf(finished) != outcomeOf(m_bases[keyOf(each.base)].front()))) {
            return Found::Effect;
        }
        return finished.code == 0 && each.row->idleOn != "" && lists(each.row->idleOn, each.kind->name)
                   ? Found::Idle
                   : Found::Ignored;
    }

    std::vector<InputKind> m_kinds;
    InputKind m_none;
    std::map<std::string, std::vector<Finished>> m_bases;
};

TEST_F(Options, EachHasARow) {
    for (const CommandForm& form : commandForms()) {
        for (const std::string& option : optionsOf(form.command)) {
            const bool known = std::any_of(optionRows().begin(), optionRows().end(), [&](const OptionRow& row) {
                return row.option == option && lists(row.forms, form.name);
            });
            const bool isAlways = lists(form.always, option);
            EXPECT_TRUE(known || isAlways) << form.name << " " << option << ": add a row to option_table.cpp";
        }
    }
}

/// They are made in the opposite order, so that one by address, which is CLI11's, would hardly look the same.
TEST(OptionsHelp, ListsWhatAnOptionNeedsAndExcludesByName) {
    CliOptions options;
    CLI::App app;
    addCommands(app, options);
    CLI::App& command = *app.add_subcommand("command");
    CLI::Option* const needing = command.add_flag("--needing");
    CLI::Option* const excluding = command.add_flag("--excluding");
    for (const std::string name : {"--f", "--e", "--d", "--c", "--b", "--a"}) {
        needing->needs(command.add_flag(name));
        excluding->excludes(command.get_option(name));
    }
    const std::string help = command.help();
    EXPECT_NE(help.find("--needing Needs: --a --b --c --d --e --f\n"), std::string::npos) << help;
    EXPECT_NE(help.find("--excluding Excludes: --a --b --c --d --e --f\n"), std::string::npos) << help;
}

std::vector<std::string_view> commandNames() {
    std::set<std::string_view> names;
    for (const CommandForm& form : commandForms()) {
        names.insert(form.command);
    }
    return {names.begin(), names.end()};
}

/// A case for each command: all combinations of them take a quarter of an hour on a busy machine.
class OptionsOfCommand : public Options, public ::testing::WithParamInterface<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(Each, OptionsOfCommand, ::testing::ValuesIn(commandNames()), [](const auto& each) {
    std::string name(each.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST_P(OptionsOfCommand, ChangeTheOutcomeOrAreRefusedByName) {
    const std::vector<Combination> all = combinations(GetParam());
    std::cout << all.size() << " combinations" << (testing::allTests() ? "" : " of day " + std::to_string(kDay))
              << "\n";
    ASSERT_FALSE(all.empty());
    for (const Combination& each : all) {
        SCOPED_TRACE(each.howToTry());
        const std::vector<Finished>& base = m_bases[keyOf(each.base)];
        EXPECT_EQ(base.front().code, 0) << each.text() << "\nwithout " << each.row->option << ": " << base.front().err;
        if (each.row->option != "--json" && each.row->option != "--format") { // text for people has times
            EXPECT_EQ(outcomeOf(base.front()), outcomeOf(base.back())) << each.text();
        }
    }
    ASSERT_FALSE(HasFailure()) << "nothing to hold the options against";
    std::vector<CommandLine> lines;
    for (const Combination& each : all) {
        lines.push_back(each.line);
    }
    const std::vector<Finished> finished = testing::runAll(lines);
    std::map<Found, int> counts;
    std::map<std::string_view, bool> applies; // with some input
    for (std::size_t index = 0; index < all.size(); ++index) {
        const Combination& each = all[index];
        SCOPED_TRACE(each.howToTry());
        const Found found = judge(each, finished[index]);
        ++counts[found];
        applies[each.row->option] |= found == Found::Effect;
        EXPECT_NE(found, Found::Ignored) << each.kind->name << ": " << each.text() << "\nexit " << finished[index].code
                                         << " " << finished[index].err;
    }
    for (const auto& [name, any] : applies) {
        const std::string option = std::string(GetParam()) + " " + std::string(name);
        EXPECT_TRUE(any || !kIsWhole || name == "--device" || name == "--memory-limit" ||
                    kNeverApply.contains(option) || kChangeTimesOnly.contains(option) || kSameResult.contains(option) ||
                    kOnlyTogether.contains(option))
            << option << " has no effect on any kind of input";
    }
    std::cout << counts[Found::Effect] << " have an effect, " << counts[Found::Refused] << " are refused by name, "
              << counts[Found::Idle] << " find nothing to do, " << counts[Found::Ignored] << " are ignored\n";
}

} // namespace
} // namespace batchscope
