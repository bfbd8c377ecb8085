// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/pseudo_code.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "core/story/cursor.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

struct CodeWords {
    std::string_view line;
    std::string_view tip; ///< its meaning, a sentence
};

// The graph.
constexpr CodeWords kForTrees = {"for tree in trees:", "All chosen trees go into one graph."};
constexpr CodeWords kRecordTree = {
    "record(net, tree)",
    "The net is called for each node of the tree, and every call is recorded; nothing is computed yet."};
constexpr CodeWords kForNodes = {"for node in graph:", "Every recorded call is a node."};
constexpr CodeWords kSignNode = {
    "sign(node)", "Nodes with the same op, weights and shapes have the same signature: they can run together."};
constexpr CodeWords kLevelNode = {"level(node)", "A node is one level above the highest node that it reads."};
// The loop of every schedule.
constexpr CodeWords kWhileTodo = {"while todo:", "Until every node has run:"};
constexpr CodeWords kReadValues = {
    "if stuck: read values, record",
    "Nothing can run until values are read, because they decide which calls the net makes next."};
constexpr CodeWords kReturnValues = {"return values", "Every requested value is a row of some batch."};
// Node-by-node execution.
constexpr CodeWords kTakeInputs = {"args = input values",
                                   "The values of the node's arguments, one row each. Nothing is stacked or copied."};
constexpr CodeWords kRunNode = {"value = op(args)", "One call of the op, for one node."};
// Batches.
constexpr CodeWords kFindReady = {"ready = inputs computed", "Nodes whose arguments have all been computed."};
constexpr CodeWords kForSlots = {"for slot of op:", "For each argument of the op:"};
constexpr CodeWords kStackSlot = {"rows = stack(slot)",
                                  "One row for each node of the batch, in batch order; together they form one tensor."};
constexpr CodeWords kViewRows = {"if adjacent: view(rows)",
                                 "Adjacent rows in order, shared rows and integers are used in place, without a copy."};
constexpr CodeWords kGatherRows = {
    "else: gather(rows)",
    "One index-select copies scattered rows together; the engine reads most of them by index instead."};
constexpr CodeWords kRunBatch = {"values = op(slots)", "One call of the op, for all nodes of the batch."};
constexpr CodeWords kAssignValues = {
    "assign values, row by row",
    "Row k of the result is the value of the batch's node k; later batches read it there."};
std::string shareOfWhole(std::string_view part, std::string_view whole) {
    return fmt::format("{} of {}", part, whole);
}

/// Builds the program line by line.
class Program {
public:
    void does(CodePart part, CodeLine line) {
        line.goesTo = part;
        line.parts = {part};
        m_code.lines.push_back(std::move(line));
    }
    /// Adds a line that leads to that part.
    void leads(CodePart to, CodeLine line) {
        line.goesTo = to;
        m_code.lines.push_back(std::move(line));
    }
    /// The previous line does this part, too.
    void alsoDoes(CodePart part) { m_code.lines.back().parts.push_back(part); }
    PseudoCode take() { return std::move(m_code); }

private:
    PseudoCode m_code;
};

CodeLine line(int indent, const CodeWords& code, CodeValue value) {
    return {.text = std::string(code.line),
            .indent = indent,
            .goesTo = CodePart::Record,
            .value = value,
            .tip = std::string(code.tip)};
}

void writeGraph(Program& program) {
    program.leads(CodePart::Record, line(0, kForTrees, CodeValue::Trees));
    program.does(CodePart::Record, line(1, kRecordTree, CodeValue::Calls));
    program.leads(CodePart::Sign, line(0, kForNodes, CodeValue::Nodes));
    program.does(CodePart::Sign, line(1, kSignNode, CodeValue::Signatures));
    program.does(CodePart::Level, line(1, kLevelNode, CodeValue::Levels));
}

/// Node by node: arguments are used in place.
void writeRegularLoop(Program& program, const PolicyTraits& choosing) {
    program.does(CodePart::Choose, line(1, {choosing.line, choosing.tip}, CodeValue::Batch));
    program.does(CodePart::Stack, line(1, kTakeInputs, CodeValue::Rows));
    program.alsoDoes(CodePart::View);
    program.alsoDoes(CodePart::Gather);
    program.does(CodePart::Run, line(1, kRunNode, CodeValue::Results));
}

void writeFoldedLoop(Program& program, const PolicyTraits& choosing) {
    program.leads(CodePart::Choose, line(1, kFindReady, CodeValue::Ready));
    program.does(CodePart::Choose, line(1, {choosing.line, choosing.tip}, CodeValue::Batch));
    program.leads(CodePart::Stack, line(1, kForSlots, CodeValue::Slots));
    program.does(CodePart::Stack, line(2, kStackSlot, CodeValue::Rows));
    program.does(CodePart::View, line(2, kViewRows, CodeValue::Views));
    program.does(CodePart::Gather, line(2, kGatherRows, CodeValue::Gathers));
    program.does(CodePart::Run, line(1, kRunBatch, CodeValue::Results));
    program.leads(CodePart::Run, line(1, kAssignValues, CodeValue::None));
}

/// "a, b +3", short enough for a line.
std::string shortList(const std::vector<std::string>& items) {
    constexpr std::size_t kMost = 3;
    std::string text;
    for (std::size_t item = 0; item < std::min(items.size(), kMost); ++item) {
        text += (item == 0 ? "" : ", ") + items[item];
    }
    return items.size() > kMost ? fmt::format("{} +{}", text, items.size() - kMost) : text;
}

/// Merges equal neighbors, with their number: "[50, 100] ×2".
std::string shortShapes(const std::vector<std::string>& shapes) {
    std::vector<std::string> items;
    for (std::size_t first = 0; first < shapes.size();) {
        std::size_t end = first + 1;
        while (end < shapes.size() && shapes[end] == shapes[first]) {
            ++end;
        }
        items.push_back(end - first == 1 ? shapes[first] : fmt::format("{} ×{}", shapes[first], end - first));
        first = end;
    }
    return shortList(items);
}

std::string shape(std::size_t rows, std::int32_t width) {
    return width == 0 ? fmt::format("[{}]", rows) : fmt::format("[{}, {}]", rows, width);
}

/// The notes beside the lines of the loop while this batch is made.
class BatchNotes {
public:
    BatchNotes(const OpGraph& graph, const Schedule& schedule, const BatchViews& views, BatchId batch)
        : m_graph(graph), m_schedule(schedule), m_operands(views.operandsOf(batch)), m_batch(batch),
          m_view(*views.of(batch)), m_op(graph.opOf(schedule.batchSignatures[batch])) {}

    [[nodiscard]] std::string of(CodeValue value) const {
        const std::size_t slots = m_op.arguments.size();
        const std::size_t copied = slotsCopied();
        switch (value) {
        case CodeValue::Left:
            return shareOfWhole(withThousands(m_graph.size() - m_schedule.batchOffsets[m_batch.index()]),
                                withThousands(m_graph.size()));
        case CodeValue::Reads: return readText();
        case CodeValue::Ready: return readyText();
        case CodeValue::Batch: return named(m_schedule.batchSignatures[m_batch], m_schedule.batchSize(m_batch));
        case CodeValue::Slots: return counted(slots, words::kArgument);
        case CodeValue::Rows: return argumentShapes();
        case CodeValue::Views:
            return copied == slots ? std::string()
                                   : shareOfWhole(std::to_string(slots - copied), std::to_string(slots));
        case CodeValue::Gathers:
            return copied == 0 ? std::string()
                               : fmt::format("{}, {}", shareOfWhole(std::to_string(copied), std::to_string(slots)),
                                             formatBytes(m_view.bytesCopied));
        case CodeValue::Results: return resultShapes();
        default: return {};
        }
    }

private:
    [[nodiscard]] std::string named(SignatureId signature, std::size_t count) const {
        return fmt::format("{} ×{}", m_graph.opOf(signature).name, withThousands(count));
    }

    [[nodiscard]] std::size_t slotsCopied() const {
        std::set<std::uint32_t> slots;
        for (const OperandView& operand : m_operands) {
            if (operand.use == OperandUse::Copied) {
                slots.insert(operand.slot);
            }
        }
        return slots.size();
    }

    [[nodiscard]] std::string readText() const {
        const auto& syncs = m_schedule.syncPoints;
        const auto place = std::lower_bound(syncs.begin(), syncs.end(), m_batch);
        if (!readsValuesFirst(m_schedule, m_batch)) {
            return {};
        }
        return fmt::format("read {}", shareOfWhole(withThousands(static_cast<std::size_t>(place - syncs.begin()) + 1),
                                                   withThousands(syncs.size())));
    }

    [[nodiscard]] std::string readyText() const {
        std::vector<std::string> items;
        for (const Candidate& candidate : m_schedule.decision(m_batch).candidates) {
            items.push_back(named(candidate.signature, candidate.ready));
        }
        return shortList(items);
    }

    [[nodiscard]] std::string argumentShapes() const {
        std::vector<std::string> shapes;
        for (const OperandView& operand : m_operands) {
            shapes.push_back(shape(operand.rows, operand.width));
        }
        return shortShapes(shapes);
    }

    [[nodiscard]] std::string resultShapes() const {
        std::vector<std::string> shapes;
        for (std::size_t output = 0; output < m_op.outputs(); ++output) {
            shapes.push_back(shape(m_schedule.batchSize(m_batch), m_op.outputWidth(output)));
        }
        return shortShapes(shapes);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    std::span<const OperandView> m_operands;
    BatchId m_batch;
    const BatchView& m_view;
    const Op& m_op;
};

/// The note of a line whose values do not change during the story.
std::string lastingNote(CodeValue value, const OpGraph& graph, const Schedule& schedule) {
    switch (value) {
    case CodeValue::Trees: return withThousands(graph.trees);
    case CodeValue::Calls: return counted(graph.calls, words::kCall);
    case CodeValue::Nodes: return withThousands(graph.size());
    case CodeValue::Signatures: return counted(graph.signatures.size(), words::kSignature);
    case CodeValue::Levels: return counted(graph.levelCount(), words::kLevel);
    case CodeValue::Batches:
        return fmt::format("{} → {}", counted(graph.size(), words::kNode),
                           counted(schedule.batchCount(), words::kBatch));
    default: return {};
    }
}

constexpr double kOnMoment = 1e-6; // like kOnStop in cursor.cpp

/// The end of reading values, if any are read: the middle of Group.
double readUntil(const Storyboard& story, BatchId batch) {
    return static_cast<double>(story.stopAfter(batch)) - 1.0 + Storyboard::kGrouped / 2.0;
}

double nextEnd(const Schedule& schedule, const Storyboard& story, double t) {
    const double end = nextStageEnd(story, t);
    const BatchId batch = batchAt(story, end);
    if (stageAt(story, end) == StoryStage::Group && readsValuesFirst(schedule, batch) &&
        readUntil(story, batch) > t + kOnMoment) {
        return readUntil(story, batch);
    }
    return end;
}

} // namespace

std::optional<std::size_t> PseudoCode::lineOf(CodePart part) const {
    const auto found = std::find_if(lines.begin(), lines.end(), [part](const CodeLine& line) {
        return std::find(line.parts.begin(), line.parts.end(), part) != line.parts.end();
    });
    return found == lines.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(std::distance(lines.begin(), found)));
}

PseudoCode pseudoCode(const Schedule& schedule) {
    const PolicyTraits& choosing = policyTraits(schedule.policy);
    Program program;
    writeGraph(program);
    program.leads(CodePart::Choose, line(0, kWhileTodo, CodeValue::Left));
    if (!schedule.syncPoints.empty()) {
        program.does(CodePart::Read, line(1, kReadValues, CodeValue::Reads));
    }
    if (schedule.rule == BatchRule::OneByOne) {
        writeRegularLoop(program, choosing);
    } else {
        writeFoldedLoop(program, choosing);
    }
    program.does(CodePart::Return, line(0, kReturnValues, CodeValue::Batches));
    return program.take();
}

std::vector<std::string> codeNotes(const PseudoCode& code, const OpGraph& graph, const Schedule& schedule,
                                   const BatchViews& views, BatchId batch) {
    std::optional<BatchNotes> notes;
    if (batch.valid()) {
        notes.emplace(graph, schedule, views, batch);
    }
    std::vector<std::string> result;
    result.reserve(code.lines.size());
    for (const CodeLine& line : code.lines) {
        std::string note = lastingNote(line.value, graph, schedule);
        result.push_back(note.empty() && notes ? notes->of(line.value) : std::move(note));
    }
    return result;
}

CodePart codePartAt(const Schedule& schedule, const BatchViews& views, const Storyboard& story, double t) {
    const BatchId batch = batchAt(story, t);
    switch (stageAt(story, t)) {
    case StoryStage::Source: return CodePart::Record;
    case StoryStage::Signatures: return CodePart::Sign;
    case StoryStage::Lanes: return CodePart::Level;
    case StoryStage::Group:
        return readsValuesFirst(schedule, batch) && t <= readUntil(story, batch) + kOnMoment ? CodePart::Read
                                                                                             : CodePart::Choose;
    case StoryStage::Stack: return CodePart::Stack;
    case StoryStage::Gather: {
        const auto operands = views.operandsOf(batch);
        const bool copies = std::any_of(operands.begin(), operands.end(),
                                        [](const OperandView& operand) { return operand.use == OperandUse::Copied; });
        return copies ? CodePart::Gather : CodePart::View;
    }
    case StoryStage::Run: return CodePart::Run;
    case StoryStage::Folded: break;
    }
    return CodePart::Return;
}

std::optional<double> nextTimeOf(CodePart part, const Schedule& schedule, const BatchViews& views,
                                 const Storyboard& story, double t) {
    for (double time = t; time < story.end() - kOnMoment;) {
        time = nextEnd(schedule, story, time);
        if (codePartAt(schedule, views, story, time) == part) {
            return time;
        }
    }
    for (double time = 0.0; time <= t + kOnMoment; time = nextEnd(schedule, story, time)) {
        if (codePartAt(schedule, views, story, time) == part) {
            return time;
        }
        if (time >= story.end() - kOnMoment) {
            break;
        }
    }
    return std::nullopt;
}

} // namespace batchscope
