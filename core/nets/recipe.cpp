// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/recipe.h"

#include "core/nets/model_file.h"
#include "core/words/program_json_words.h"
#include "core/words/recipe_words.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

constexpr auto kRecipeKeys =
    std::to_array<std::string_view>({"batchscope_program", "name", "note", "params", "ops", "rules"});

const RecipeText* recipeIn(const Treebank& bank, std::string_view name) {
    const auto found = std::find_if(bank.recipes.begin(), bank.recipes.end(),
                                    [name](const RecipeText& recipe) { return recipe.file == name; });
    return found == bank.recipes.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const Recipe>> parsedRecipe(const RecipeText& text) {
    std::shared_ptr<const Recipe> known = text.parsed->get(0);
    if (known != nullptr) {
        return known;
    }
    Result<Recipe> recipe = Recipe::parse(text.text, text.file);
    if (!recipe) {
        return recipe.error();
    }
    known = std::make_shared<const Recipe>(std::move(*recipe));
    text.parsed->put(0, known);
    return known;
}

OpSet opsOfRecipe(const NetOptions& options) {
    return options.recipe->ops;
}

bool isAsked(const Json& output) {
    return output.is_object() && (!output.contains("at") || output["at"] == "asked");
}

bool isOfPair(const Json& output) {
    return output.is_object() && output.contains("at") && output["at"] == "pair";
}

bool isTargetElsewhere(const Json& output) {
    return output.is_object() && output.contains("target") && !isOfPair(output);
}

/// Whether an output of these rules is such a one; nothing where there are none.
std::optional<bool> anyOutput(const Json& rules, bool (*is)(const Json& output)) {
    if (!rules.is_object() || !rules.contains("outputs")) {
        return std::nullopt;
    }
    const Json& outputs = rules["outputs"];
    return outputs.is_array() ? std::any_of(outputs.begin(), outputs.end(), is) : is(outputs);
}

} // namespace

Result<Recipe> Recipe::parse(std::string_view text, const std::string& file) {
    Result<Json> document = parseJson(text, file);
    if (!document) {
        return document.error();
    }
    ProgramFault fault;
    const JsonPlace top{*document};
    checkProgramHead(top, kRecipeKeys, words::kARecipe, fault);
    if (!fault.found() && !top.member("rules")) {
        fault.add(top, words::missingKey("rules", words::kTheRules));
    }
    if (fault.found()) {
        return fault.error(text, file);
    }
    return Recipe(text, file, std::move(*document));
}

Result<BoundRecipe> Recipe::bind(const ModelSizes& sizes, DType dtype) const {
    ProgramFault fault;
    const JsonPlace top{m_document};
    ProgramOps ops = readOps(top, dtype, &sizes, fault);
    BoundRecipe bound{.file = m_file, .ops = {}, .rules = {}};
    if (!fault.found()) {
        bound.rules = readRules(top, ops, sizes, fault);
    }
    if (fault.found()) {
        return fault.error(m_text, m_file);
    }
    bound.ops = std::move(ops.set);
    const std::optional<JsonPlace> name = top.member("name");
    bound.ops.name = name ? name->value.get<std::string>() : m_file.substr(m_file.find_last_of('/') + 1);
    return bound;
}

bool Recipe::isSequence() const {
    const Json& rules = m_document["rules"];
    return rules.is_object() && (rules.contains("step") || rules.contains("start"));
}

bool Recipe::heedsOutputs() const {
    return anyOutput(m_document["rules"], isAsked).value_or(true);
}

LabelsAt Recipe::labelsAt() const {
    const Json& rules = m_document["rules"];
    const bool arePairs = anyOutput(rules, isOfPair).value_or(false);
    return arePairs && !anyOutput(rules, isTargetElsewhere).value_or(true) ? LabelsAt::Roots : LabelsAt::Nodes;
}

bool isRecipeFile(std::string_view name) {
    return name.ends_with(".json");
}

Result<Net> netOf(const Treebank& bank, std::string_view name) {
    const RecipeText* const text = recipeIn(bank, name);
    if (text == nullptr) {
        if (isRecipeFile(name)) {
            return Error{ErrorCode::Config, words::modelFileNotOpened(name)};
        }
        const Result<const Net*> net = findNet(name);
        return net ? Result<Net>(**net) : Result<Net>(net.error());
    }
    const Result<std::shared_ptr<const Recipe>> parsed = parsedRecipe(*text);
    if (!parsed) {
        return parsed.error();
    }
    const Recipe& recipe = **parsed;
    const char* const file = text->file.c_str();
    const bool isSequence = recipe.isSequence();
    return Net{.name = file,
               .title = file + (text->file.find_last_of('/') + 1),
               .description = words::kRecipeDescription,
               .input = words::kRecipeInput,
               .ops = opsOfRecipe,
               .record = recordByRules,
               .labels = recipe.labelsAt(),
               .heeds = {.dim = recipe.uses("dim"),
                         .outputs = recipe.heedsOutputs(),
                         .classes = recipe.uses("classes"),
                         .shape = isSequence ? ShapeUse::Labels : ShapeUse::Nodes},
               .suits = {.trees = isSequence ? SuitedTrees::OneSequence : SuitedTrees::Some}};
}

Result<std::shared_ptr<const BoundRecipe>> boundRecipe(const Treebank& bank, std::string_view name,
                                                       const ModelSizes& sizes, DType dtype) {
    const RecipeText* const text = recipeIn(bank, name);
    if (text == nullptr) {
        return std::shared_ptr<const BoundRecipe>();
    }
    const Result<std::shared_ptr<const Recipe>> recipe = parsedRecipe(*text);
    if (!recipe) {
        return recipe.error();
    }
    Result<BoundRecipe> bound = (*recipe)->bind(sizes, dtype);
    if (!bound) {
        return bound.error();
    }
    return std::make_shared<const BoundRecipe>(std::move(*bound));
}

} // namespace batchscope
