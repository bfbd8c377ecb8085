// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_check.h"

#include "core/lessons/lesson_figures.h"
#include "core/schedule/explain_pair.h"
#include "core/session/node_search.h"
#include "core/words/lesson_words.h"

#include <algorithm>

namespace batchscope {

namespace {

Result<std::vector<NodeId>> nodesOf(const Snapshot& snapshot, std::string_view query) {
    const Result<TreeFilter> filter = parseNodeQuery(query);
    if (!filter) {
        return filter.error();
    }
    Result<std::vector<NodeId>> nodes = findNodes(snapshot, *filter, {});
    if (nodes && nodes->empty()) {
        return Error{ErrorCode::Config, words::noNodeMatches(query)};
    }
    return nodes;
}

/// The first one, by id.
Result<NodeId> nodeOf(const Snapshot& snapshot, std::string_view query) {
    const Result<std::vector<NodeId>> nodes = nodesOf(snapshot, query);
    if (!nodes) {
        return nodes.error();
    }
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
    return isRight ? words::kRight : words::kNotQuite;
}

Result<LessonVerdict> judgeNumber(const Snapshot& snapshot, const LessonAsk& ask, std::size_t given) {
    const Result<std::size_t> figure = lessonFigure(snapshot, ask.figure);
    if (!figure) {
        return figure.error();
    }
    const bool isRight = given == *figure;
    const std::string verdict = isRight ? words::rightNumber(*figure) : words::otherNumber(*figure, given);
    const std::string why = filledIn(ask.why, snapshot); // which may begin with a number, too: on a line of its own
    return LessonVerdict{isRight, why.empty() ? verdict : verdict + '\n' + why};
}

/// The first reason that would keep them apart under every policy; null where there is none.
const PairReason* strictReason(const PairExplanation& pair) {
    const auto found = std::find_if(pair.reasons.begin(), pair.reasons.end(), [](const PairReason& reason) {
        return reason.kind == PairReasonKind::SameNode || reason.kind == PairReasonKind::Signature ||
               reason.kind == PairReasonKind::Unbatchable || reason.kind == PairReasonKind::Dependency ||
               reason.kind == PairReasonKind::Round;
    });
    return found == pair.reasons.end() ? nullptr : &*found;
}

/// In a sentence for beginners: of signatures, only the op where that differs.
std::string reasonOf(const OpGraph& graph, const PairExplanation& pair, const PairReason* strict) {
    if (strict == nullptr) {
        return std::string(words::kNothingKeepsThemApart);
    }
    const std::string& a = graph.opOf(pair.a).name;
    const std::string& b = graph.opOf(pair.b).name;
    return strict->kind == PairReasonKind::Signature && a != b ? words::opsDiffer(a, b) : strict->text;
}

LessonVerdict pairVerdict(const Snapshot& snapshot, const LessonAsk& ask, const PairExplanation& pair, bool saidYes) {
    const PairReason* const strict = strictReason(pair);
    const bool may = strict == nullptr;
    const std::string reason = reasonOf(*snapshot.graph, pair, strict);
    return {saidYes == may,
            sentences({opening(saidYes == may), may ? words::kMayRunTogether : words::kMayNotRunTogether, reason,
                       filledIn(ask.why, snapshot)})};
}

Result<LessonVerdict> judgePair(const Snapshot& snapshot, const LessonAsk& ask, bool saidYes) {
    const Result<NodeId> a = nodeOf(snapshot, ask.a);
    const Result<NodeId> b = nodeOf(snapshot, ask.b);
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    return pairVerdict(snapshot, ask, explainPair(*snapshot.graph, *snapshot.schedule, *a, *b), saidYes);
}

Result<std::size_t> rightOption(const Snapshot& snapshot, const LessonAsk& ask) {
    std::size_t best = 0;
    std::size_t bestFigure = 0;
    for (std::size_t index = 0; index < ask.options.size(); ++index) {
        const LessonOption& option = ask.options[index];
        if (option.figure.empty()) {
            best = option.isRight ? index : best;
            continue;
        }
        const Result<std::size_t> figure = lessonFigure(snapshot, option.figure);
        if (!figure) {
            return figure.error();
        }
        if (index == 0 || (ask.fewest ? *figure < bestFigure : *figure > bestFigure)) {
            best = index;
            bestFigure = *figure;
        }
    }
    return best;
}

/// By figures several options may be equally right.
Result<bool> isRightOption(const Snapshot& snapshot, const LessonAsk& ask, std::size_t best, std::size_t given) {
    if (given >= ask.options.size() || ask.options[given].figure.empty()) {
        return given == best;
    }
    const Result<std::size_t> wanted = lessonFigure(snapshot, ask.options[best].figure);
    const Result<std::size_t> chosen = lessonFigure(snapshot, ask.options[given].figure);
    if (!wanted || !chosen) {
        return wanted ? chosen.error() : wanted.error();
    }
    return *wanted == *chosen;
}

Result<LessonVerdict> judgeChoice(const Snapshot& snapshot, const LessonAsk& ask, std::size_t given) {
    const Result<std::size_t> best = rightOption(snapshot, ask);
    if (!best) {
        return best.error();
    }
    const Result<bool> isRight = isRightOption(snapshot, ask, *best, given);
    if (!isRight) {
        return isRight.error();
    }
    const std::string answer = *isRight ? std::string() : words::rightOption(ask.options[*best].text);
    return LessonVerdict{*isRight, sentences({opening(*isRight), answer, filledIn(ask.why, snapshot)})};
}

Result<LessonVerdict> judgeSelection(const Snapshot& snapshot, const LessonAsk& ask, NodeId node) {
    if (!node.valid() || node.index() >= snapshot.graph->size()) {
        return Error{ErrorCode::Config, std::string(words::kNoNodeSelected)};
    }
    if (ask.nodes.empty()) {
        const Result<NodeId> marked = nodeOf(snapshot, ask.a);
        if (!marked) {
            return marked.error();
        }
        return pairVerdict(snapshot, ask, explainPair(*snapshot.graph, *snapshot.schedule, *marked, node), true);
    }
    const Result<std::vector<NodeId>> nodes = nodesOf(snapshot, ask.nodes);
    if (!nodes) {
        return nodes.error();
    }
    const bool isRight = std::binary_search(nodes->begin(), nodes->end(), node);
    return LessonVerdict{isRight, sentences({opening(isRight), filledIn(ask.why, snapshot)})};
}

Result<NodeId> rightNode(const Snapshot& snapshot, const LessonAsk& ask) {
    if (!ask.nodes.empty()) {
        return nodeOf(snapshot, ask.nodes);
    }
    const Result<NodeId> marked = nodeOf(snapshot, ask.a);
    if (!marked) {
        return marked.error();
    }
    for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
        if (mayRunTogether(snapshot, *marked, NodeId(index))) {
            return NodeId(index);
        }
    }
    return Error{ErrorCode::Config, words::noNodeMatches(ask.a)};
}

} // namespace

bool mayRunTogether(const Snapshot& snapshot, NodeId a, NodeId b) {
    return strictReason(explainPair(*snapshot.graph, *snapshot.schedule, a, b)) == nullptr;
}

Result<LessonVerdict> judge(const Snapshot& snapshot, const LessonAsk& ask, const LessonAnswer& answer) {
    if (snapshot.metrics == nullptr) {
        return Error{ErrorCode::Config, std::string(words::kNothingIsShown)};
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

Result<LessonAnswer> rightAnswer(const Snapshot& snapshot, const LessonAsk& ask) {
    LessonAnswer answer;
    if (ask.kind == AskKind::Number) {
        const Result<std::size_t> figure = lessonFigure(snapshot, ask.figure);
        if (!figure) {
            return figure.error();
        }
        answer.number = *figure;
    } else if (ask.kind == AskKind::Choice) {
        const Result<std::size_t> option = rightOption(snapshot, ask);
        if (!option) {
            return option.error();
        }
        answer.option = *option;
    } else if (ask.kind == AskKind::Select) {
        const Result<NodeId> node = rightNode(snapshot, ask);
        if (!node) {
            return node.error();
        }
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
    case LessonGoal::Batches: return snapshot.metrics != nullptr && snapshot.metrics->batches <= ask.count;
    case LessonGoal::Measured: return moment.isMeasured;
    }
    return false;
}

} // namespace batchscope
