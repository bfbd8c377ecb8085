// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arms of a benchmark. An arm is one way to run a step. All arms have the same weights and the same kernels; they
// differ in how nodes are grouped, how arguments are gathered, and which part of a step is timed (arm_step.h).
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
    FoldedLegacy, ///< like TorchFold: leaves merged, by level, columns split (chunk) and concatenated
    Direct,       ///< hand-batched, see arm_step.h
    Padded,       ///< sequences run to the longest length
    Packed,       ///< sequences sorted by length; batches shrink
};

struct ArmEntry {
    ArmKind kind;
    const char* name;        ///< without suffixes; see takesPolicy and takesPasses for what may follow it
    const char* title;       ///< for display
    const char* description; ///< one line
};

/// All arms, in the order in which they are listed.
[[nodiscard]] std::span<const ArmEntry> arms();
/// True if `:POLICY` may follow the name: only for `folded`.
[[nodiscard]] bool takesPolicy(ArmKind kind);
/// True if `@PASSES` may follow the name: regular, folded and direct run on the engine, or with `@off` on LibTorch's
/// plain bodies. The other arms are techniques for LibTorch.
[[nodiscard]] bool takesPasses(ArmKind kind);
/// `regular[@PASSES], folded[:POLICY][@PASSES], …`
[[nodiscard]] std::string armNamesText();

struct Arm {
    std::string name;     ///< as requested, for example "folded:agenda"
    const Policy* policy; ///< groups the nodes; `depth` if the arm uses no policy. Never null
    ArmKind kind = ArmKind::Folded;
    std::optional<PassChoice> passes = std::nullopt; ///< none: the options decide

    /// True if the batches are derived by hand-written rules, once, before anything is timed.
    [[nodiscard]] bool isHandBatched() const {
        return kind == ArmKind::Direct || kind == ArmKind::Padded || kind == ArmKind::Packed;
    }
};

/// `folded` is `folded:depth`, `folded:regular` is `regular`. `ARM@PASSES` runs on the engine with these passes, joined
/// by + (`folded@cse+fuse`); `ARM@off` runs LibTorch's plain bodies. A Config error names what is available.
[[nodiscard]] Result<Arm> parseArm(std::string_view name);
/// The canonical name of an arm: always with its policy, and with its passes if it has any.
[[nodiscard]] std::string canonicalName(const Arm& arm);
/// The display name of an arm: "Regular (LibTorch)", "Folded by level (engine)". An arm without passes is assumed to
/// run on the engine. A `name` that is not an arm is returned unchanged.
[[nodiscard]] std::string armTitle(std::string_view name);
/// The canonical name without the passes: arms of one grouping differ only in their kernels.
[[nodiscard]] std::string groupingOf(const Arm& arm);
/// The grouping of `regular`, and the prefix of the groupings of folded arms.
inline constexpr std::string_view kRegularGrouping = "regular";
inline constexpr std::string_view kFoldedGrouping = "folded:";
/// The kernels that the arm uses under these options; none: LibTorch's plain bodies.
[[nodiscard]] PassChoice kernelsOf(const Arm& arm, const RunOptions& options);

/// Adapt the options that all arms share to one arm: `folded-legacy` merges leaves and keeps rows in order of creation;
/// hand-batched arms share nothing between trees.
[[nodiscard]] GraphOptions graphOptionsOf(const Arm& arm, GraphOptions options);
[[nodiscard]] RunOptions runOptionsOf(const Arm& arm, RunOptions options);

/// Config error if the arm does not support this net: `padded` and `packed` are only for nets that read one sequence,
/// so not for programs. `net` appears in the message.
[[nodiscard]] Status serves(const Arm& arm, const std::string& net);

/// `regular@off`, `regular@all`, `folded@off`, `folded@none`, then each pass added in turn, the last `folded@all`.
[[nodiscard]] std::vector<std::string> ablationArms();

} // namespace batchscope
