// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arms of a benchmark. An arm is one way to run a step. All arms have the same weights and the same kernels; they
// differ in what groups the work, how arguments are brought together, and which part of it is timed (see arm_step.h).
#pragma once

#include "core/base/result.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/plan/pass.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

enum class ArmKind {
    Regular,      ///< node by node, in order of creation
    Folded,       ///< dynamic batching under a policy
    FoldedLegacy, ///< as TorchFold: leaves merged, by level, columns stacked by chunk and concatenate
    Direct,       ///< hand-batched, see arm_step.h
    Padded,       ///< sequences run to the longest length
    Packed,       ///< sequences sorted by length; batches shrink
};

struct ArmEntry {
    ArmKind kind;
    const char* name;        ///< as asked for; see takesPolicy and takesPasses for what may follow it
    const char* title;       ///< what people call it
    const char* description; ///< one line
};

/// All arms, in the order in which they are listed.
[[nodiscard]] std::span<const ArmEntry> arms();
/// Whether `:POLICY` may follow the name: only for `folded`.
[[nodiscard]] bool takesPolicy(ArmKind kind);
/// Whether `@PASSES` may: regular, folded and direct run on the engine, and with `@off` on LibTorch's plain bodies. The
/// other arms are ways of LibTorch.
[[nodiscard]] bool takesPasses(ArmKind kind);
/// `regular[@PASSES], folded[:POLICY][@PASSES], …`
[[nodiscard]] std::string armNamesText();

struct Arm {
    std::string name;     ///< as asked for, for example "folded:agenda"
    const Policy* policy; ///< what groups the nodes; `depth` where no policy chooses. Never null
    ArmKind kind = ArmKind::Folded;
    std::optional<PassChoice> passes = std::nullopt; ///< none: as the options have it

    /// Whether the schedule is made by hand, once, before anything is timed.
    [[nodiscard]] bool isHandBatched() const {
        return kind == ArmKind::Direct || kind == ArmKind::Padded || kind == ArmKind::Packed;
    }
};

/// `folded` is `folded:depth`, `folded:regular` is `regular`. `ARM@PASSES` runs on the engine with these passes,
/// several with + between (`folded@cse+fuse`), `ARM@off` the plain bodies. A Config error names what is available.
[[nodiscard]] Result<Arm> parseArm(std::string_view name);
/// The one name of an arm that always says its policy, and its passes where it has its own.
[[nodiscard]] std::string canonicalName(const Arm& arm);
/// The name of an arm for people: "Regular (LibTorch)", "Folded by level (engine)". An arm that says no passes is taken
/// to run on the engine; what is no arm keeps its name.
[[nodiscard]] std::string armTitle(std::string_view name);
/// The same without passes: arms of one grouping differ in their kernels only.
[[nodiscard]] std::string groupingOf(const Arm& arm);
/// That of regular, and how that of every folded arm begins.
inline constexpr std::string_view kRegularGrouping = "regular";
inline constexpr std::string_view kFoldedGrouping = "folded:";
/// What the arm runs on when the options are these; none: LibTorch's plain bodies.
[[nodiscard]] PassChoice kernelsOf(const Arm& arm, const RunOptions& options);

/// What an arm makes of the options that all share: TorchFold merges leaves and keeps rows in order of creation; arms
/// batched by hand share nothing between trees.
[[nodiscard]] GraphOptions graphOptionsOf(const Arm& arm, GraphOptions options);
[[nodiscard]] RunOptions runOptionsOf(const Arm& arm, RunOptions options);

/// A Config error when the arm does not serve this net: `padded` and `packed` are for nets that read a sequence. A
/// program is not one of them; `net` then only has to name it.
[[nodiscard]] Status serves(const Arm& arm, const std::string& net);

/// `regular@off`, `regular@all`, `folded@off`, `folded@none`, then each pass added in turn, the last `folded@all`.
[[nodiscard]] std::vector<std::string> ablationArms();

} // namespace batchscope
