// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/recipe_file.h"

#include "core/bytes/byte_source.h"
#include "core/formats/format_list.h"
#include "core/formats/format_registry.h"
#include "core/formats/program_file.h"
#include "core/words/recipe_words.h"

namespace batchscope {

bool acceptsRecipe(std::string_view beginning) {
    constexpr std::string_view kRules = R"("rules")";
    if (!acceptsProgram(beginning)) {
        return false;
    }
    for (std::size_t at = beginning.find(kRules); at != std::string_view::npos; at = beginning.find(kRules, at + 1)) {
        const std::size_t next = beginning.find_first_not_of(" \t\r\n", at + kRules.size());
        if (next != std::string_view::npos && beginning[next] == ':') { // a key, not a name
            return true;
        }
    }
    return false;
}

bool holdsRecipe(const std::string& path) {
    constexpr std::size_t kBeginning = std::size_t{64} << 10U;
    const Result<std::shared_ptr<ByteSource>> source = ByteSource::open(path, {});
    std::string text;
    while (source && text.size() < kBeginning) {
        const Result<std::size_t> got = (*source)->read(text, kBeginning - text.size(), {});
        if (!got || *got == 0) {
            break;
        }
    }
    return acceptsRecipe(std::string_view(text).substr(byteOrderMarkLength(text)));
}

Status readRecipe(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& /*control*/) {
    RecipeText& recipe = bank.recipes.emplace_back();
    recipe.file = bank.files[file];
    recipe.text = text.substr(byteOrderMarkLength(text));
    return Ok{};
}

constinit const Format kRecipeFormat = {
    .name = "recipe",
    .description = words::kRecipeFormat,
    .accepts = acceptsRecipe,
    .whole = readRecipe,
    .leaves = Leaves::None,
    .traits = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false},
    .isJson = true,
    .files = "*.json",
};

} // namespace batchscope
