// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of all choices of a session that have a few named values. A row is all there is to say about a choice: the
// command-line option, the window's commands, menus and boxes, what is remembered between starts, firstDirtyStage and
// the rule that no option is silently ignored all derive from it. A new choice is one row in session_choice.cpp.
#pragma once

#include "core/base/interface.h"
#include "core/base/result.h"
#include "core/formats/format_registry.h"
#include "core/nets/net.h"
#include "core/session/session_config.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The requirements on the input for a choice to have an effect.
struct ChoiceNeeds {
    bool FormatTraits::*format = nullptr; ///< a required trait of the format; null: any format will do
    std::string_view formatLacks = {};    ///< what a format without that trait lacks, in a few words
    bool UsedOptions::*net = nullptr;     ///< a required trait of the net; null: any net will do
    std::string_view netReason = {};      ///< why a net without the trait ignores the choice; follows the net's name
    std::string_view programReason = {};  ///< why a program ignores the choice; empty: it does not
};

struct SessionChoice {
    /// The place where front ends list the choice.
    enum class Group {
        Apart,   ///< in a separate control that is not a list of its values
        Bar,     ///< a separate list, on the tool bar
        Graph,   ///< what the graph is made of
        Trees,   ///< how trees are transformed
        Read,    ///< how text becomes trees; the files are read again
        Run,     ///< how the trees are run
        Picture, ///< how the trees are drawn
    };

    std::string id = {};    ///< stable name for commands and remembered settings
    std::string title = {}; ///< for menus, with & before the mnemonic letter
    std::string tip = {};   ///< what the choice decides, in a sentence
    std::string brief = {}; ///< text of a short list of changed choices; %1 is the value
    Group group = Group::Graph;
    Interface from = Interface::Expert; ///< the simplest interface whose lists of options show the choice
    Stage redoes = Stage::Graph;        ///< the first stage whose result depends on it
    std::string option = {};            ///< of the command line, "--order"; empty if the choice has no plain option
    std::string help = {};              ///< help text of that option
    ChoiceNeeds needs = {};
    std::vector<std::string> tips = {};     ///< by name
    std::vector<std::string> titles = {};   ///< by name, for people; empty: the names themselves
    std::vector<std::string> names = {};    ///< every value that lists offer
    std::vector<Interface> valuesFrom = {}; ///< by name: the simplest interface that offers it; empty: Learn
    std::vector<std::string> heads = {};    ///< by name: heading of its section of a list; empty: no sections
    std::string otherNames = {};            ///< describes the other values that `apply` takes, for people; empty: none
    /// Config error for an unknown name; the message lists the valid ones.
    std::function<Status(SessionConfig& config, std::string_view name)> apply = {};
    std::function<std::string(const SessionConfig& config)> present = {};
};

/// All choices, in the order of menus.
[[nodiscard]] std::span<const SessionChoice> sessionChoices();

/// "Policy: Agenda", from a title as in menus.
[[nodiscard]] std::string changedChoice(std::string_view title, std::string_view value);

/// The default of a choice.
[[nodiscard]] std::string defaultOf(const SessionChoice& choice);

// Separates the choices of a config from the rest, for undo: the window's shape and thread count are not choices.

/// True if the two configs differ in no choice.
[[nodiscard]] bool sameChoices(const SessionConfig& left, const SessionConfig& right);
/// The choices of `choices`, and everything else of `present`.
[[nodiscard]] SessionConfig withChoicesOf(const SessionConfig& choices, const SessionConfig& present);

} // namespace batchscope
