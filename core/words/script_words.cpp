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

std::string moduleNotLoaded(std::string_view file) {
    return fmt::format("the module {} is not loaded", file);
}

std::string moreWordsThanRows(std::string_view module, std::size_t rows, std::size_t words) {
    return fmt::format(
        "{} has an embedding of {} rows, and the trees have {} different words. Save the module with its vocabulary "
        "(_extra_files={{\"vocabulary.txt\": one word a line, with <unk>}}), with more rows, or replace rare words "
        "(--rare-below)",
        module, rows, words);
}

std::string wordNotInVocabulary(std::string_view module, std::string_view word) {
    return fmt::format("the vocabulary of {} has no word '{}', and none for unknown words; add a line <unk>", module,
                       word);
}

std::string noMethodForChildren(std::size_t children, std::string_view module) {
    return fmt::format("{} has no method for a node with {} children", module, children);
}

std::string nodeHasNoWord(std::string_view module) {
    return fmt::format("this node has no word, and node of {} takes one; dependency trees have a word at every node",
                       module);
}

std::string nodeHasWord(std::string_view module) {
    return fmt::format("this node has a word, and node of {} takes none; open trees whose words are at the leaves",
                       module);
}

std::string needsPair(std::string_view module, std::size_t children) {
    return fmt::format("{} compares two trees, which are the children of a root; this root has {}. Make pairs of a "
                       "treebank with: batchscope-cli convert FILE --pairs --to ptb",
                       module, children == 0 ? std::string("none") : fmt::format("{}", children));
}

std::string runsWhileRead(std::string_view place, std::string_view what) {
    return fmt::format("{} holds {}, which would run while the file is read; such modules are not opened", place, what);
}

std::string oddlySpelled(std::string_view entry) {
    return fmt::format("damaged: the entry {} is not spelled as torch.jit.save spells it", entry);
}

std::string differInCase(std::string_view entry) {
    return fmt::format(
        "the entry {} and another one differ in upper and lower case at most, which LibTorch cannot tell "
        "apart; rename one of the two classes",
        entry);
}

std::string storageBeyondRecord(std::uint64_t claimed, std::uint64_t stored) {
    return fmt::format("damaged: a tensor claims {} bytes, and the file holds {}", claimed, stored);
}

std::string moduleTooLarge(std::string_view needed, std::string_view advice) {
    return fmt::format("the module takes {}; {}", needed, advice);
}

std::string cannotLoad(std::string_view reason) {
    return fmt::format("LibTorch cannot read this module: {}", reason);
}

std::string refusedOperation(std::string_view operation, std::string_view place, std::string_view why) {
    return fmt::format("refused before anything ran: {}{}: {}", operation, inBrackets(place), why);
}

std::string triedTooLong(std::string_view doing, double seconds) {
    return fmt::format("stopped after {:g} s: {}", seconds, doing);
}

std::string triedAndDied(std::string_view doing, std::string_view how) {
    return fmt::format("the process that tried the module ended ({}): {}", how, doing);
}

std::string triedTooMuchMemory(std::string_view doing, std::string_view limit) {
    return fmt::format("stopped at {} of memory: {}", limit, doing);
}

std::string cannotConfine(std::string_view reason) {
    return fmt::format("the module cannot be run without files and network, because this kernel refuses seccomp ({}); "
                       "if you trust the module, --trust-module runs it all the same",
                       reason);
}

std::string confinedBy(int landlock) {
    return landlock > 0 ? fmt::format("seccomp and Landlock {}", landlock)
                        : std::string("seccomp; this kernel has no Landlock");
}

std::string resultChanged(std::string_view op) {
    return fmt::format("{} returned rows of another shape than in its first call", op);
}

std::string cannotTry(std::string_view reason) {
    return fmt::format("the module cannot be tried in a process of its own: {}", reason);
}

std::string trialProgramMissing(std::string_view program) {
    return fmt::format("{} is missing; Batchscope needs it to try a module before running it. Reinstall Batchscope",
                       program);
}

std::string signalText(int signal) {
    switch (signal) {
    case SIGSEGV: return "memory fault";
    case SIGABRT: return "aborted";
    case SIGKILL: return "killed, perhaps because memory ran out";
    case SIGFPE: return "arithmetic fault";
    default: return fmt::format("signal {}", signal);
    }
}

std::string doingCall(std::string_view op) {
    return fmt::format("a call of {}", op);
}

std::string doingMethod(std::string_view method) {
    return fmt::format("the first call of {}", method);
}

std::string noMethods(std::string_view found) {
    return fmt::format(
        "no method that a recursion over trees could use. Found: {}. Expected: leaf and compose, node, or "
        "step; in a class, each with @torch.jit.export",
        found);
}

std::string methodMissing(std::string_view missing, std::string_view found) {
    return fmt::format("the method {} is missing. Found: {}. In a class, mark each with @torch.jit.export", missing,
                       found);
}

std::string methodWrong(std::string_view method, std::string_view found, std::string_view expected) {
    return fmt::format("the method {} does not fit. Found: {}. Expected: {}", method, found, expected);
}

std::string resultWrong(std::string_view method, std::string_view given, std::string_view found,
                        std::string_view expected) {
    return fmt::format("{} was given {} and returned {}. Expected: {}", method, given, found, expected);
}

std::string writesTensor(std::string_view name) {
    return fmt::format("it changes {} while it runs", name);
}

std::string methodFailed(std::string_view method, std::string_view given, std::string_view reason) {
    return fmt::format("{} failed on {}: {}", method, given, reason);
}

std::string expectedLeaf() {
    return "leaf(word: Tensor) -> Tensor | Tuple[Tensor, ...]";
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

std::string expectedLogits() {
    return "logits(h: Tensor) -> Tensor";
}

std::string expectedCompare(std::size_t values) {
    return values == 1 ? std::string("compare(first: Tensor, second: Tensor) -> Tensor")
                       : fmt::format("compare({}) -> Tensor: all rows of both states, or the first row of each",
                                     tensors(2 * values));
}

std::string expectedStateWidths(std::string_view widths) {
    return fmt::format("rows as wide as the state that the first method makes: {}", widths);
}

std::string expectedFloats(std::int64_t rows) {
    return fmt::format("floating point rows [{}, width], one for each node of the batch", rows);
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

std::string placeInside(std::string_view place, std::string_view inside) {
    return fmt::format("{}; in {}", place, inside);
}

std::string atPlace(std::string_view what, std::string_view place) {
    return place.empty() ? std::string(what) : fmt::format("{} ({})", what, place);
}

std::string unknownOperation(std::string_view operation) {
    return fmt::format("{} has no translation", operation);
}

std::string changesWhatOthersHold(std::string_view operation) {
    return fmt::format("{} changes in place what may also be used elsewhere", operation);
}

std::string unknownUse(std::string_view operation, std::string_view how) {
    return fmt::format("{} has no translation {}", operation, how);
}

std::string hazardAt(std::string_view hazard, std::string_view operation, std::string_view place) {
    return fmt::format("{}: {}{}", hazard, operation, inBrackets(place));
}

std::string withAdvice(std::string_view hazard, std::string_view advice) {
    return fmt::format("{}; {}", hazard, advice);
}

std::string neitherTogetherNorAlone(std::string_view method, std::string_view hazard) {
    return fmt::format("{} can run neither on many rows nor on one: {}. If the module was saved in training mode, call "
                       "eval() before saving",
                       method, hazard);
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

std::string runsOnLibTorch(std::string_view module, std::string_view confinement) {
    const std::string where =
        confinement.empty()
            ? "in this process, which it can do anything with, because you trust it"
            : fmt::format("in a process without files or network ({}); --trust-module calls them in this one, which is "
                          "faster",
                          confinement);
    return fmt::format("{} runs on LibTorch, since the engine takes only what is translated; its methods are called {}",
                       module, where);
}

std::string calledWithoutEngine(std::string_view module, std::string_view methods) {
    return fmt::format("{} has methods that could not be translated ({}), so it runs on LibTorch, without the engine",
                       module, methods);
}

std::string translateFirst(std::string_view method, std::string_view reason) {
    return fmt::format("The engine runs a module only if all its methods can be translated; {} cannot: {}.", method,
                       reason);
}

std::string makeRowsIndependent(std::string_view method, std::string_view hazard) {
    return fmt::format("Rewrite {} so that each row of its result depends on that row of its arguments alone: {}.",
                       method, hazard);
}

std::string weightsComeFromFile(std::string_view module) {
    return fmt::format("the weights are those in {}", module);
}

} // namespace batchscope::words
