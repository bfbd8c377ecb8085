// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lessons/lesson_answers.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace batchscope {

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
