// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a user's module: why a file cannot be opened, which methods were found, why one runs as it does, and
// the templates that are printed for each recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::words {

// ---- the treebank and the module

[[nodiscard]] std::string moduleNotLoaded(std::string_view file);
[[nodiscard]] std::string moreWordsThanRows(std::string_view module, std::size_t rows, std::size_t words);
[[nodiscard]] std::string wordNotInVocabulary(std::string_view module, std::string_view word);
[[nodiscard]] std::string noMethodForChildren(std::size_t children, std::string_view module);
[[nodiscard]] std::string nodeHasNoWord(std::string_view module);
[[nodiscard]] std::string nodeHasWord(std::string_view module);
[[nodiscard]] std::string needsPair(std::string_view module, std::size_t children);
inline constexpr const char* kModuleDescription = "your TorchScript module";
inline constexpr const char* kBinaryInput = "binary trees";
inline constexpr const char* kNaryInput = "trees with any number of children, including dependency trees";
inline constexpr const char* kSequenceInput = "the words of any tree, in order";
inline constexpr const char* kPairInput =
    "pairs: a root with two trees as its children, as convert --pairs writes them";

// ---- files that are no modules

inline constexpr const char* kIsPickle =
    "this is a pickled Python object; it can run any code while it is read, so it is not "
    "opened. Save the module with torch.jit.script(module).save(\"encoder.pt\")";
inline constexpr const char* kIsWeights =
    "this file holds weights (torch.save), not a module: it has no code. Save the module with "
    "torch.jit.script(module).save(\"encoder.pt\"); if the weights are those of another net, choose that net and open "
    "them as weights (run and export-values: --weights FILE)";
inline constexpr const char* kNoArchive =
    "this is no TorchScript file; save the module with torch.jit.script(module).save(\"encoder.pt\")";
inline constexpr const char* kArchiveCutShort =
    "this file is cut short: its directory, at the end, is missing; copy or save it again";
[[nodiscard]] std::string runsWhileRead(std::string_view place, std::string_view what);
inline constexpr const char* kOddCode = "code that torch.jit.save does not write";
[[nodiscard]] std::string oddlySpelled(std::string_view entry);
[[nodiscard]] std::string differInCase(std::string_view entry);
[[nodiscard]] std::string storageBeyondRecord(std::uint64_t claimed, std::uint64_t stored);
[[nodiscard]] std::string moduleTooLarge(std::string_view needed, std::string_view advice);
[[nodiscard]] std::string cannotLoad(std::string_view reason);
[[nodiscard]] std::string refusedOperation(std::string_view operation, std::string_view place, std::string_view why);
inline constexpr const char* kTouchesFiles = "it reads or writes files";
inline constexpr const char* kNotAllowed =
    "it is not on the list of operations that modules may use (core/scripts/refusal.cpp)";
inline constexpr const char* kCallsPython = "it calls Python";
inline constexpr const char* kLeavesTorch = "it leaves LibTorch's own operations";

// ---- the first call

[[nodiscard]] std::string triedTooLong(std::string_view doing, double seconds);
[[nodiscard]] std::string triedAndDied(std::string_view doing, std::string_view how);
[[nodiscard]] std::string triedTooMuchMemory(std::string_view doing, std::string_view limit);
[[nodiscard]] std::string cannotConfine(std::string_view reason);
/// `landlock`: its version; 0: the kernel has none.
[[nodiscard]] std::string confinedBy(int landlock);
[[nodiscard]] std::string resultChanged(std::string_view op);
inline constexpr const char* kModuleNotOpen = "the module is not open";
inline constexpr const char* kModuleAnsweredNonsense =
    "the process that holds the module answered nonsense, so nothing of it is used";
[[nodiscard]] std::string cannotTry(std::string_view reason);
[[nodiscard]] std::string signalText(int signal);
inline constexpr const char* kDoingStart = "starting batchscope-trial";
inline constexpr const char* kDoingRead = "reading the file";
inline constexpr const char* kTrialByHand =
    "batchscope and batchscope-cli start this program to try a module before they run it; it does nothing by itself";
[[nodiscard]] std::string trialProgramMissing(std::string_view program);
[[nodiscard]] std::string doingMethod(std::string_view method);
[[nodiscard]] std::string doingCall(std::string_view op);

// ---- methods

[[nodiscard]] std::string noMethods(std::string_view found);
[[nodiscard]] std::string methodMissing(std::string_view missing, std::string_view found);
[[nodiscard]] std::string methodWrong(std::string_view method, std::string_view found, std::string_view expected);
[[nodiscard]] std::string resultWrong(std::string_view method, std::string_view given, std::string_view found,
                                      std::string_view expected);
[[nodiscard]] std::string writesTensor(std::string_view name);
[[nodiscard]] std::string methodFailed(std::string_view method, std::string_view given, std::string_view reason);
inline constexpr const char* kNoMethodsFound = "no methods";
inline constexpr const char* kExpectedTensors = "tensors only, as arguments and as results";
/// Signatures as they should be; `values`: rows of a state.
[[nodiscard]] std::string expectedLeaf();
[[nodiscard]] std::string expectedStart(std::size_t values);
[[nodiscard]] std::string expectedCompose(std::size_t values);
[[nodiscard]] std::string expectedStep(std::size_t values);
[[nodiscard]] std::string expectedNode(std::size_t values);
[[nodiscard]] std::string expectedLogits();
[[nodiscard]] std::string expectedCompare(std::size_t values);
[[nodiscard]] std::string expectedStateWidths(std::string_view widths);
[[nodiscard]] std::string expectedFloats(std::int64_t rows);
inline constexpr const char* kNoWidthFound = "a start method, or a state whose width is one of the module's weights";
inline constexpr const char* kIsFunction = "a function of its arguments, which leaves the module as it is";
inline constexpr const char* kTemplateFollows = "A module for this recursion looks like this:";
/// A module to begin with, as Python source.
extern const char* const kBinaryTemplate;
extern const char* const kNaryTemplate;
extern const char* const kSequenceTemplate;

// ---- why an operation is not translated

/// What LibTorch's message begins with when a script raises.
inline constexpr const char* kScriptRaised = "The following operation failed";
/// A line of the user's, and where in a library that leads.
[[nodiscard]] std::string placeInside(std::string_view place, std::string_view inside);
[[nodiscard]] std::string atPlace(std::string_view what, std::string_view place);
[[nodiscard]] std::string unknownOperation(std::string_view operation);
[[nodiscard]] std::string changesWhatOthersHold(std::string_view operation);
[[nodiscard]] std::string unknownUse(std::string_view operation, std::string_view how);
inline constexpr const char* kUsedInTwoWays = "a weight is used in two ways";
inline constexpr const char* kDropoutOn = "dropout in training mode is random; call eval() before saving";
inline constexpr const char* kBatchNormOn =
    "batch norm without the module's own mean and variance mixes the rows of a batch; call eval() before saving";
inline constexpr const char* kOfThisShape = "of values of this shape";
inline constexpr const char* kConditionOnNumbers = "a condition on computed numbers";
inline constexpr const char* kTooManySteps = "too many steps in a loop";
inline constexpr const char* kChangesModule = "it changes the module";
inline constexpr const char* kNoRow = "the result is no row for each node";
inline constexpr const char* kTranslationDiffers = "the translation does not give the same numbers";

// ---- batch safety

inline constexpr const char* kRowsDependOnOthers = "a row depends on the other rows of the batch";
inline constexpr const char* kRowsAreRandom = "two calls with the same rows give different results";
inline constexpr const char* kFailsAlone = "it cannot run on one row alone";
inline constexpr const char* kAdviseEval = "the module was saved in training mode: call eval() before saving";
[[nodiscard]] std::string hazardAt(std::string_view hazard, std::string_view operation, std::string_view place);
[[nodiscard]] std::string withAdvice(std::string_view hazard, std::string_view advice);
[[nodiscard]] std::string neitherTogetherNorAlone(std::string_view method, std::string_view hazard);

// ---- reports

[[nodiscard]] std::string methodTranslated(std::string_view method, std::string_view place);
[[nodiscard]] std::string methodOpaque(std::string_view method, std::string_view place, std::string_view reason);
[[nodiscard]] std::string methodAlone(std::string_view method, std::string_view place, std::string_view hazard);
[[nodiscard]] std::string methodTrusted(std::string_view method, std::string_view place, std::string_view hazard);
inline constexpr std::string_view kCompare = "compare"; // the method's name
inline constexpr const char* kReadsPairs = "each tree is read as a pair: its root compares the two trees below it";
/// `confinement`: of the process that its methods run in; empty: they run in this one.
[[nodiscard]] std::string runsOnLibTorch(std::string_view module, std::string_view confinement);
/// `methods` is a list of names.
[[nodiscard]] std::string calledWithoutEngine(std::string_view module, std::string_view methods);
/// What the user can do about it: the method's operation that has no translation, or the hazard.
[[nodiscard]] std::string translateFirst(std::string_view method, std::string_view reason);
/// What a method that runs row by row has to become.
[[nodiscard]] std::string makeRowsIndependent(std::string_view method, std::string_view hazard);
[[nodiscard]] std::string weightsComeFromFile(std::string_view module);

} // namespace batchscope::words
