// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happens at a moment of the animation and why, in plain words made from the real data: the caption of the window,
// of every exported frame and of screen readers.
#pragma once

#include "core/session/snapshot.h"

#include <string>
#include <vector>

namespace batchscope {

/// In two layers: at most 12 words, and at most 40.
struct Caption {
    std::string what;    ///< what happens, in a sentence; the same for all stages of a batch
    std::string because; ///< why it is legal, and why it is faster, or why nothing is gained

    [[nodiscard]] bool empty() const { return what.empty(); }
    /// Both, one after the other, for readers without a picture.
    [[nodiscard]] std::string text() const { return because.empty() ? what : what + ' ' + because; }
    bool operator==(const Caption&) const = default;
};

/// Empty without a schedule. Times are told where the snapshot has a trace. Cost: linear in the nodes of the graph,
/// and in the events of its runs.
[[nodiscard]] Caption captionAt(const Snapshot& snapshot, double t);
/// The signature that most nodes have, the first of several: what the caption of StoryStage::Signatures is about, and
/// the picture frames. Invalid where no two nodes have the same.
[[nodiscard]] SignatureId commonestSignature(const OpGraph& graph);
/// By op: what its nodes are in the trees, as "words", "phrases", "scores"; the name of the op where the net has no
/// such noun, or one for several ops. Cost: linear in the nodes.
[[nodiscard]] std::vector<std::string> opTitles(const Snapshot& snapshot);
/// While the story plays on after its first batch: one headline for all the batches that follow, so that there is time
/// to read it. Empty without a second batch.
[[nodiscard]] Caption captionInPassing(const Snapshot& snapshot);
/// What the story says at t while it plays: captionInPassing for the batches after the first, else captionAt.
[[nodiscard]] Caption captionWhilePlaying(const Snapshot& snapshot, double t);

} // namespace batchscope
