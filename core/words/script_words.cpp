// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <csignal>

namespace batchscope::words {

namespace {

/// " (encoder.py:17: …)", or nothing.
std::string inBrackets(std::string_view place) {
    return place.empty() ? std::string() : fmt::format(" ({})", place);
}

std::string tensors(std::size_t count) {
    return count == 1 ? "1 Tensor" : fmt::format("{} Tensors", count);
}

std::string returnedState(std::size_t values) {
    std::string text = "Tensor";
    for (std::size_t value = 1; value < values; ++value) {
        text += ", Tensor";
    }
    return values == 1 ? " -> Tensor" : fmt::format(" -> Tuple[{}]", text);
}

} // namespace

std::string moduleTooLarge(std::string_view needed, std::string_view advice) {
    return fmt::format("the module takes {}; {}", needed, advice);
}

std::string cannotLoad(std::string_view reason) {
    return fmt::format("LibTorch cannot read this module: {}", reason);
}

std::string refusedOperation(std::string_view operation, std::string_view place, std::string_view why) {
    return fmt::format("refused before anything ran: {}{}: {}", operation, inBrackets(place), why);
}

std::string cannotTry(std::string_view reason) {
    return fmt::format("the module cannot be tried in a process of its own: {}", reason);
}

std::string methodWrong(std::string_view method, std::string_view found, std::string_view expected) {
    return fmt::format("the method {} does not fit. Found: {}. Expected: {}", method, found, expected);
}

std::string expectedStart(std::size_t values) {
    return fmt::format("start(word: Tensor){}", returnedState(values));
}

std::string expectedCompose(std::size_t values) {
    return fmt::format("compose({}){}", tensors(2 * values), returnedState(values));
}

std::string expectedStep(std::size_t values) {
    return fmt::format("step(word: Tensor, {}){}", tensors(values), returnedState(values));
}

std::string expectedNode(std::size_t values) {
    return fmt::format("node({}){}, perhaps with word: Tensor as the first argument",
                       values == 1 ? "h: List[Tensor]" : "h: List[Tensor], c: List[Tensor]", returnedState(values));
}

std::string expectedCompare(std::size_t values) {
    return values == 1 ? std::string("compare(first: Tensor, second: Tensor) -> Tensor")
                       : fmt::format("compare({}) -> Tensor: all rows of both states, or the first row of each",
                                     tensors(2 * values));
}

const char* const kBinaryTemplate = R"(import torch
from torch import Tensor
from typing import Tuple

class Encoder(torch.nn.Module):
    def __init__(self, words: int = 20000, d: int = 100, classes: int = 5):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, d)
        self.left = torch.nn.Linear(d, d)
        self.right = torch.nn.Linear(d, d)
        self.out = torch.nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tensor:                      # int64 [B] -> rows [B, d]
        return self.embedding(word)

    @torch.jit.export
    def compose(self, left: Tensor, right: Tensor) -> Tensor:    # rows [B, d]
        return torch.tanh(self.left(left) + self.right(right))

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:                       # optional: rows -> [B, classes]
        return self.out(h)

torch.jit.script(Encoder().eval()).save("encoder.pt")
)";

const char* const kNaryTemplate = R"(import torch
from torch import Tensor
from typing import List, Tuple

class Encoder(torch.nn.Module):
    def __init__(self, words: int = 20000, d: int = 100, classes: int = 5):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, d)
        self.inner = torch.nn.Linear(d, d)
        self.out = torch.nn.Linear(d, classes)

    @torch.jit.export
    def leaf(self, word: Tensor) -> Tensor:                      # int64 [B] -> rows [B, d]
        return self.embedding(word)

    @torch.jit.export
    def node(self, children: List[Tensor]) -> Tensor:            # rows [B, d] of each child
        return torch.tanh(self.inner(torch.stack(children).sum(0)))

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:                       # optional
        return self.out(h)

# For dependency trees: node(self, word: Tensor, children: List[Tensor]), and no leaf; children is empty at the leaves.
torch.jit.script(Encoder().eval()).save("encoder.pt")
)";

const char* const kSequenceTemplate = R"(import torch
from torch import Tensor
from typing import Tuple

class Encoder(torch.nn.Module):
    def __init__(self, words: int = 20000, d: int = 100, classes: int = 5):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, d)
        self.cell = torch.nn.LSTMCell(d, d)
        self.out = torch.nn.Linear(d, classes)

    @torch.jit.export
    def step(self, word: Tensor, h: Tensor, c: Tensor) -> Tuple[Tensor, Tensor]:    # begins with zeros
        return self.cell(self.embedding(word), (h, c))

    @torch.jit.export
    def logits(self, h: Tensor) -> Tensor:                       # optional
        return self.out(h)

torch.jit.script(Encoder().eval()).save("encoder.pt")
)";

std::string atPlace(std::string_view what, std::string_view place) {
    return place.empty() ? std::string(what) : fmt::format("{} ({})", what, place);
}

std::string hazardAt(std::string_view hazard, std::string_view operation, std::string_view place) {
    return fmt::format("{}: {}{}", hazard, operation, inBrackets(place));
}

std::string methodTranslated(std::string_view method, std::string_view place) {
    return fmt::format("{}{}: translated into primitives", method, inBrackets(place));
}

std::string methodOpaque(std::string_view method, std::string_view place, std::string_view reason) {
    return fmt::format("{}{}: called once a batch, because {}", method, inBrackets(place), reason);
}

std::string methodAlone(std::string_view method, std::string_view place, std::string_view hazard) {
    return fmt::format("{}{}: called once a node, not batched: {}", method, inBrackets(place), hazard);
}

std::string methodTrusted(std::string_view method, std::string_view place, std::string_view hazard) {
    return fmt::format(
        "{}{}: called once a batch, as you chose, although its values differ from those of single calls: {}", method,
        inBrackets(place), hazard);
}

} // namespace batchscope::words
