// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_check.h"

#include "core/base/text.h"
#include "core/lessons/lesson_figures.h"
#include "core/schedule/explain.h"
#include "core/session/node_search.h"
#include "core/session/tree_labels.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

Result<std::vector<NodeId>> nodesOf(const Snapshot& snapshot, std::string_view query) {
    const Result<TreeFilter> filter = parseNodeQuery(query);
    TRY(filter);
    Result<std::vector<NodeId>> nodes = findNodes(snapshot, *filter, {});
    if (nodes && nodes->empty()) {
        return Error{ErrorCode::Config, fmt::format("no node matches '{}'", query)};
    }
    return nodes;
}

/// The first match, by id.
Result<NodeId> nodeOf(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = nodesOf(snapshot, query);
    TRY(nodes);
    return nodes->front();
}

std::string sentences(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
        text.append(text.empty() || part.empty() ? "" : " ").append(part);
    }
    return text;
}

std::string_view opening(bool isRight) {
    return isRight ? "Right." : "Not quite.";
}

/// The learner's name for a node: the words below it, quoted. Empty if it has none.
std::string wordsOf(const Snapshot& snapshot, NodeId node) {
    constexpr std::size_t kMostWords = 6;
    const Origin& origin = snapshot.graph->origins[node];
    if (!origin.tree.valid() || !origin.treeNode.valid() || !snapshot.treebank->program.empty()) {
        return {};
    }
    const std::string words =
        wordsBelow(*snapshot.treebank, shownTree(snapshot, origin.tree), origin.treeNode, kMostWords);
    return words.empty() ? words : fmt::format("“{}”", words);
}

Result<LessonVerdict> judgeNumber(const Snapshot& snapshot, const LessonAsk& ask, std::size_t given) {
    const Result<std::size_t> figure = lessonFigure(snapshot, ask.figure);
    TRY(figure);
    const bool isRight = given == *figure;
    const std::string verdict =
        isRight ? fmt::format("Right: {}.", *figure) : fmt::format("Not {}: it is {}.", given, *figure);
    const std::string why = filledIn(ask.why, snapshot); // on a separate line, since it may begin with a number
    return LessonVerdict{isRight, why.empty() ? verdict : verdict + '\n' + why};
}

/// The first reason that keeps the nodes apart under every policy; null if there is none.
const PairReason* strictReason(const PairExplanation& pair) {
    const auto found = std::find_if(pair.reasons.begin(), pair.reasons.end(), [](const PairReason& reason) {
        return reason.kind == PairReasonKind::SameNode || reason.kind == PairReasonKind::Signature ||
               reason.kind == PairReasonKind::Unbatchable || reason.kind == PairReasonKind::Dependency ||
               reason.kind == PairReasonKind::Round;
    });
    return found == pair.reasons.end() ? nullptr : &*found;
}

/// Says that one node needs the other, in terms of the words below them; empty if either node has none.
std::string dependencyText(const Snapshot& snapshot, const PairReason& reason) {
    const std::string needed = wordsOf(snapshot, reason.path.front());
    const std::string needing = wordsOf(snapshot, reason.path.back());
    if (needed.empty() || needing.empty()) {
        return {};
    }
    return needed == needing ? fmt::format("One of them reads the result of the other, for {}.", needed)
                             : fmt::format("{} cannot begin before {} has a result.", needing, needed);
}

/// A sentence for beginners: it compares only ops instead of whole signatures and names nodes by their words.
std::string reasonOf(const Snapshot& snapshot, const PairExplanation& pair, const PairReason* strict) {
    if (strict == nullptr) {
        return "They have the same signature, and neither needs the other's result.";
    }
    const std::string& a = snapshot.graph->opOf(pair.a).name;
    const std::string& b = snapshot.graph->opOf(pair.b).name;
    if (strict->kind == PairReasonKind::Signature && a != b) {
        return fmt::format("They do different work: one is “{}”, the other “{}”.", a, b);
    }
    const std::string inWords =
        strict->kind == PairReasonKind::Dependency ? dependencyText(snapshot, *strict) : std::string();
    return inWords.empty() ? strict->text : inWords;
}

LessonVerdict pairVerdict(const Snapshot& snapshot, const LessonAsk& ask, const PairExplanation& pair, bool saidYes) {
    const PairReason* const strict = strictReason(pair);
    const bool may = strict == nullptr;
    const std::string reason = reasonOf(snapshot, pair, strict);
    return {saidYes == may, sentences({opening(saidYes == may),
                                       may ? "These two may run in one batch." : "These two may not run in one batch.",
                                       reason, filledIn(ask.why, snapshot)})};
}

Result<LessonVerdict> judgePair(const Snapshot& snapshot, const LessonAsk& ask, bool saidYes) {
    const Result<NodeId> a = nodeOf(snapshot, ask.a);
    const Result<NodeId> b = nodeOf(snapshot, ask.b);
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    return pairVerdict(snapshot, ask, explainPair(*snapshot.graph, *snapshot.schedule, *a, *b), saidYes);
}

std::size_t rightOption(const LessonAsk& ask) {
    const auto right =
        std::find_if(ask.options.begin(), ask.options.end(), [](const LessonOption& option) { return option.isRight; });
    return static_cast<std::size_t>(right - ask.options.begin());
}

LessonVerdict judgeChoice(const Snapshot& snapshot, const LessonAsk& ask, std::size_t given) {
    const std::size_t right = rightOption(ask);
    const std::string answer =
        given == right ? std::string() : fmt::format("The answer is: {}.", ask.options[right].text);
    return {given == right, sentences({opening(given == right), answer, filledIn(ask.why, snapshot)})};
}

/// The first node, in graph order, whose value differs from that of the regular run.
Result<NodeId> firstWrongNode(const Snapshot& snapshot) {
    const RunReport* const report = snapshot.report.get();
    if (report == nullptr || !report->equality || !report->equality->firstDivergence) {
        return Error{ErrorCode::Config, "no value differs"};
    }
    return report->equality->firstDivergence->node;
}

Result<LessonVerdict> judgeSelection(const Snapshot& snapshot, const LessonAsk& ask, NodeId node) {
    if (!node.valid() || node.index() >= snapshot.graph->size()) {
        return Error{ErrorCode::Config, "select a node on the canvas first"};
    }
    if (ask.isFirstWrong) {
        const Result<NodeId> wrong = firstWrongNode(snapshot);
        TRY(wrong);
        return LessonVerdict{node == *wrong, sentences({opening(node == *wrong), filledIn(ask.why, snapshot)})};
    }
    if (ask.nodes.empty()) {
        const Result<NodeId> marked = nodeOf(snapshot, ask.a);
        TRY(marked);
        return pairVerdict(snapshot, ask, explainPair(*snapshot.graph, *snapshot.schedule, *marked, node), true);
    }
    const Result<std::vector<NodeId>> nodes = nodesOf(snapshot, ask.nodes);
    TRY(nodes);
    const bool isRight = std::binary_search(nodes->begin(), nodes->end(), node);
    return LessonVerdict{isRight, sentences({opening(isRight), filledIn(ask.why, snapshot)})};
}

Result<NodeId> rightNode(const Snapshot& snapshot, const LessonAsk& ask) {
    if (ask.isFirstWrong) {
        return firstWrongNode(snapshot);
    }
    if (!ask.nodes.empty()) {
        return nodeOf(snapshot, ask.nodes);
    }
    const Result<NodeId> marked = nodeOf(snapshot, ask.a);
    TRY(marked);
    for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
        if (mayRunTogether(snapshot, *marked, NodeId(index))) {
            return NodeId(index);
        }
    }
    return Error{ErrorCode::Config, fmt::format("no node may run with '{}'", ask.a)};
}

} // namespace

bool mayRunTogether(const Snapshot& snapshot, NodeId a, NodeId b) {
    return strictReason(explainPair(*snapshot.graph, *snapshot.schedule, a, b)) == nullptr;
}

Result<LessonVerdict> judge(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer) {
    if (snapshot.metrics == nullptr) {
        return Error{ErrorCode::Config, "nothing is shown yet"};
    }
    switch (ask.kind) {
    case AskKind::Number: return judgeNumber(snapshot, ask, answer.number);
    case AskKind::Pair: return judgePair(snapshot, ask, answer.yes);
    case AskKind::Choice: return judgeChoice(snapshot, ask, answer.option);
    case AskKind::Select: return judgeSelection(snapshot, ask, answer.node);
    case AskKind::None:
    case AskKind::Do:
    case AskKind::Play:
    case AskKind::Slide: break;
    }
    return LessonVerdict{true, filledIn(ask.why, snapshot)};
}

std::string answerText(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer) {
    switch (ask.kind) {
    case AskKind::Number: return std::to_string(answer.number);
    case AskKind::Pair: return answer.yes ? "yes" : "no";
    case AskKind::Choice: return answer.option < ask.options.size() ? ask.options[answer.option].text : std::string();
    case AskKind::Select:
        return answer.node.valid() && answer.node.index() < snapshot.graph->size()
                   ? fmt::format("{} {}", snapshot.graph->opOf(answer.node).name, wordsOf(snapshot, answer.node))
                   : std::string();
    case AskKind::None:
    case AskKind::Do:
    case AskKind::Play:
    case AskKind::Slide: break;
    }
    return {};
}

Result<LessonAnswer> rightAnswer(const Snapshot& snapshot, const LessonAsk& ask) {
    LessonAnswer answer;
    if (ask.kind == AskKind::Number) {
        const Result<std::size_t> figure = lessonFigure(snapshot, ask.figure);
        TRY(figure);
        answer.number = *figure;
    } else if (ask.kind == AskKind::Choice) {
        answer.option = rightOption(ask);
    } else if (ask.kind == AskKind::Select) {
        const Result<NodeId> node = rightNode(snapshot, ask);
        TRY(node);
        answer.node = *node;
    } else if (ask.kind == AskKind::Pair) {
        const Result<NodeId> a = nodeOf(snapshot, ask.a);
        const Result<NodeId> b = nodeOf(snapshot, ask.b);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        answer.yes = mayRunTogether(snapshot, *a, *b);
    }
    return answer;
}

Result<NodeId> markedNode(const Snapshot& snapshot, const LessonAsk& ask) {
    return ask.a.empty() ? Result<NodeId>(NodeId()) : nodeOf(snapshot, ask.a);
}

Result<NodeId> otherNode(const Snapshot& snapshot, const LessonAsk& ask) {
    return ask.b.empty() ? Result<NodeId>(NodeId()) : nodeOf(snapshot, ask.b);
}

bool isReached(const Snapshot& snapshot, const LessonAsk& ask, const LessonMoment& moment) {
    switch (ask.goal) {
    case LessonGoal::Steps: return moment.batchesDone >= ask.count;
    case LessonGoal::End: return moment.isAtEnd;
    case LessonGoal::Policy: return snapshot.schedule != nullptr && snapshot.schedule->policy == ask.name;
    }
    return false;
}

namespace {

using Json = nlohmann::json;

const char* yesNo(bool value) {
    return value ? "yes" : "no";
}

std::string countCell(std::size_t count) {
    return count == 0 ? std::string() : std::to_string(count);
}

} // namespace

void noteAnswer(LessonAnswers& answers, LessonAnswered given) {
    given.isSolved = given.isRight;
    const auto before = std::find_if(answers.begin(), answers.end(), [&given](const LessonAnswered& each) {
        return each.lesson == given.lesson && each.page == given.page && each.question == given.question;
    });
    if (before == answers.end()) {
        answers.push_back(std::move(given));
        return;
    }
    before->date = std::move(given.date);
    if (given.batches != 0) { // a game may be repeated for a better score
        before->batches = std::min(before->batches, given.batches);
        before->isSolved = before->isSolved || given.isSolved;
        ++before->tries;
    } else if (!before->isSolved) {
        before->isSolved = given.isSolved;
        ++before->tries;
    }
}

std::string answersCsv(std::string_view name, const LessonAnswers& answers) {
    std::string text = "name,date,lesson,page,title,question,answer,right,tries,solved,batches,bound\n";
    for (const LessonAnswered& row : answers) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csvCell(name), csvCell(row.date),
                            csvCell(row.lesson), countCell(row.page), csvCell(row.title), csvCell(row.question),
                            csvCell(row.answer), yesNo(row.isRight), row.tries, yesNo(row.isSolved),
                            countCell(row.batches), countCell(row.bound));
    }
    return text;
}

std::string savedAnswers(const LessonAnswers& answers) {
    Json all = Json::array();
    for (const LessonAnswered& row : answers) {
        all.push_back({row.date, row.lesson, row.page, row.title, row.question, row.answer, row.isRight, row.tries,
                       row.isSolved, row.batches, row.bound});
    }
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

LessonAnswers readSavedAnswers(std::string_view text) {
    LessonAnswers answers;
    const Json all = Json::parse(text, nullptr, false);
    try {
        for (const Json& row : all.is_array() ? all : Json::array()) {
            answers.push_back({row.at(0), row.at(1), row.at(2), row.at(3), row.at(4), row.at(5), row.at(6), row.at(7),
                               row.at(8), row.at(9), row.at(10)});
        }
    } catch (const Json::exception&) { // the settings were edited by hand
        answers.clear();
    }
    return answers;
}

std::vector<std::string> resultOf(const Lesson& lesson, const std::map<std::size_t, bool>& right) {
    std::size_t asked = 0;
    std::size_t atOnce = 0;
    std::vector<std::string> again;
    for (std::size_t beat = 0; beat < lesson.beats.size(); ++beat) {
        const LessonAsk& ask = lesson.beats[beat].ask;
        if (ask.kind == AskKind::None) {
            continue;
        }
        ++asked;
        const auto given = right.find(beat);
        if (given != right.end() && given->second) {
            ++atOnce;
        } else if (!ask.repeat.empty() && std::find(again.begin(), again.end(), ask.repeat) == again.end()) {
            again.push_back(ask.repeat);
        }
    }
    std::vector<std::string> told = {fmt::format("Right at the first answer: **{} of {}**.", atOnce, asked)};
    if (!again.empty()) {
        told.push_back(fmt::format("To repeat: **{}**.", fmt::join(again, "; ")));
    }
    return told;
}

} // namespace batchscope
