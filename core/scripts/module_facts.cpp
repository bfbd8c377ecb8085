// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_facts.h"

#include "core/words/script_words.h"

#include <nlohmann/json.hpp>

namespace batchscope {

namespace {

using FactsJson = nlohmann::json;
constexpr auto kReplaceBadText = FactsJson::error_handler_t::replace; // LibTorch's messages may hold anything

} // namespace

std::string factsText(const Result<ModuleFacts>& facts) {
    if (!facts) {
        const Error& error = facts.error();
        FactsJson told = {{"code", static_cast<int>(error.code)}, {"message", error.message}, {"file", error.file}};
        if (error.position) {
            told["line"] = error.position->line;
            told["column"] = error.position->column;
        }
        return told.dump(-1, ' ', false, kReplaceBadText);
    }
    FactsJson methods = FactsJson::object();
    for (const auto& [name, method] : facts->methods) {
        methods[name] = {{"hazard", method.hazard}, {"differs", method.differs}, {"seconds", method.seconds}};
    }
    return FactsJson{
        {"widths", facts->widths}, {"classes", facts->classes}, {"compared", facts->compared}, {"methods", methods}}
        .dump(-1, ' ', false, kReplaceBadText);
}

Result<ModuleFacts> factsFrom(const std::string& text) {
    try {
        const FactsJson json = FactsJson::parse(text);
        if (json.contains("message")) {
            Error error{static_cast<ErrorCode>(json.at("code").get<int>()), json.at("message").get<std::string>(),
                        json.at("file").get<std::string>()};
            if (json.contains("line")) {
                error.position =
                    SourcePosition{json.at("line").get<std::uint32_t>(), json.at("column").get<std::uint32_t>(), 0};
            }
            return error;
        }
        ModuleFacts facts{json.at("widths").get<std::vector<std::int32_t>>(),
                          json.at("classes").get<std::int32_t>(),
                          json.at("compared").get<std::int32_t>(),
                          {}};
        for (const auto& [name, method] : json.at("methods").items()) {
            facts.methods[name] = {method.at("hazard").get<std::string>(), method.at("differs").get<bool>(),
                                   method.at("seconds").get<double>()};
        }
        return facts;
    } catch (const FactsJson::exception& failure) {
        return Error{ErrorCode::Backend, words::cannotTry(failure.what())};
    }
}

} // namespace batchscope
