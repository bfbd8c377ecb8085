// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains what happens at a moment of the animation and why, in plain words made from the real data. The caption is
// used by the window, every exported frame and screen readers.
#pragma once

#include "core/session/snapshot.h"

#include <string>
#include <vector>

namespace batchscope {

/// A caption in two layers: a headline of at most 12 words, and a reason of at most 40.
struct Caption {
    std::string what;    ///< what happens, in a sentence; the same for all stages of a batch
    std::string because; ///< why it is legal, and why it is faster, or why nothing is gained

    [[nodiscard]] bool empty() const { return what.empty(); }
    /// Both layers as one text, for readers without a picture.
    [[nodiscard]] std::string text() const { return because.empty() ? what : what + ' ' + because; }
    bool operator==(const Caption&) const = default;
};

/// The caption at `t`; empty without a schedule. It gives times if the snapshot has a trace. Cost: linear in the nodes
/// of the graph and the events of its runs.
[[nodiscard]] Caption captionAt(const Snapshot& snapshot, double t);
/// The signature that most nodes have, or the first one if several tie. The caption of StoryStage::Signatures describes
/// it, and the picture frames its nodes. Invalid if no two nodes share a signature.
[[nodiscard]] SignatureId commonestSignature(const OpGraph& graph);
/// By op: what its nodes are in the trees, such as "words", "phrases" or "scores"; the name of the op if the net has no
/// such noun or several ops share it. Cost: linear in the nodes.
[[nodiscard]] std::vector<std::string> opTitles(const Snapshot& snapshot);
/// One headline for all batches after the first, shown while the story plays on through them, so that there is time to
/// read it. Empty without a second batch.
[[nodiscard]] Caption captionInPassing(const Snapshot& snapshot);
/// The caption at `t` while the story plays: captionInPassing for the batches after the first, otherwise captionAt.
[[nodiscard]] Caption captionWhilePlaying(const Snapshot& snapshot, double t);

} // namespace batchscope
