// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of options_test.cpp: with which value each option of each command is tried, beside which others its effect
// must show. A new option of the program without a row here fails the test, but a choice of the session: it gets one
// from its own table.
#pragma once

#include <span>
#include <string_view>

namespace batchscope::testing {

/// A command as the test runs it: what stands on the line whatever the option.
struct CommandForm {
    std::string_view name;    ///< in OptionRow::forms
    std::string_view command; ///< of the program
    std::string_view always;  ///< {values}: a file of the kind
    std::string_view usual;   ///< unless the row brings its own
    enum class Input { Files, OneFile, None } input = Input::Files;
    enum class Targets { NotNeeded, Needed } targets = Targets::NotNeeded; ///< kinds without are left out
    std::string_view kinds = "*"; ///< names of those it is tried on, where each try takes long
};

/// Which text of a kind.
enum class InputState { Good, Damaged };

struct OptionRow {
    std::string_view forms;  ///< names, or "*"
    std::string_view option; ///< "--dim"
    std::string_view value;  ///< empty: a flag. {out}: a new file, perhaps with an ending; {table}: of the learned
                             ///< policy; {schedule}: of regular; {two}: of its first two trees; {run}: of bench;
                             ///< {parameter}, {weights}: of the kind
    /// What stands beside it instead of CommandForm::usual, perhaps with {run}, {schedule}, {weights} or {module} (of
    /// two recursions, with an unsafe node); "=": that.
    std::string_view beside = "=";
    InputState state = InputState::Good;
    /// Kinds on which it applies but happens to find nothing to do, and why that is so.
    std::string_view idleOn = "";
    std::string_view because = "";
};

[[nodiscard]] std::span<const CommandForm> commandForms();
[[nodiscard]] std::span<const OptionRow> optionRows();

} // namespace batchscope::testing
