// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/model_file.h"

#include "core/bytes/file_writer.h"
#include "core/exchange/weights.h"
#include "core/nets/build_graph.h"
#include "core/records/session_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr const char* kModelFormat = "batchscope-model";
constexpr std::uint64_t kModelVersion = 1;
constexpr const char* kDescriptionName = "model/json";
constexpr const char* kFirstPrefix = "optimizer/first/";
constexpr const char* kSecondPrefix = "optimizer/second/";

template <typename Fields, typename T>
void listModel(Fields& fields, T& model) {
    fields.need("words", model.words);
    fields.need("labels", model.labels);
    fields.need("epochs", model.epochs);
    fields.need("best_epoch", model.bestEpoch);
    fields.need("best", model.best);
}

std::string textOf(const ModelDescription& model) {
    Json document = {{"format", kModelFormat}, {"version", kModelVersion}};
    SavedSession session;
    session.config = model.config;
    document["session"] = Json::parse(sessionText(session, "."));
    JsonWriter writer(document);
    listModel(writer, model);
    return jsonText(document);
}

Result<ModelDescription> parseModel(std::string_view text, const std::string& file) {
    const Json json = Json::parse(text, nullptr, false);
    const bool isModel =
        json.is_object() && json.value("format", std::string()) == kModelFormat && json.contains("session");
    if (!isModel || json.value("version", std::uint64_t{0}) != kModelVersion) {
        return Error{
            ErrorCode::Config,
            fmt::format("expected a model of version {} that batchscope-cli train --save wrote", kModelVersion), file};
    }
    ModelDescription model;
    Result<SavedSession> session = parseSession(json["session"].dump(), file);
    TRY(session);
    model.config = std::move(session->config);
    std::optional<Error> fault;
    JsonReader reader(json, {file, {}}, fault);
    listModel(reader, model);
    return fault ? Result<ModelDescription>(*fault) : Result<ModelDescription>(std::move(model));
}

template <typename T>
NamedArray parameterArray(const std::string& name, const Parameters& parameters, ParamId id) {
    const Parameters::Shape shape = parameters.shapes()[id];
    return arrayOf<T>(name, {static_cast<std::uint64_t>(shape.rows), static_cast<std::uint64_t>(shape.columns)},
                      parameters.values<T>(id));
}

Status addParameters(ArrayWriter& file, const std::vector<std::string>& names, const Parameters& parameters) {
    for (std::size_t index = 0; index < names.size(); ++index) {
        const std::string name = kParameterPrefix + names[index];
        TRY(file.add(parameters.dtype() == DType::Float32 ? parameterArray<float>(name, parameters, ParamId(index))
                                                          : parameterArray<double>(name, parameters, ParamId(index))));
    }
    return Ok{};
}

/// Moments are kept as float64, which holds those of either type.
Status addMoments(ArrayWriter& file, const char* prefix, const std::vector<std::string>& names,
                  const std::vector<std::vector<double>>& moments) {
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (!moments[index].empty()) {
            TRY(file.add(arrayOf<double>(prefix + names[index], {moments[index].size()}, moments[index])));
        }
    }
    return Ok{};
}

Status addText(ArrayWriter& file, const std::string& name, std::string_view text) {
    const std::vector<std::int32_t> bytes(reinterpret_cast<const unsigned char*>(text.data()),
                                          reinterpret_cast<const unsigned char*>(text.data()) + text.size());
    return file.add(arrayOf<std::int32_t>(name, {bytes.size()}, bytes));
}

} // namespace

ModelDescription describeModel(const SessionConfig& config, const Treebank& bank) {
    ModelDescription model;
    model.config = config;
    model.labels = classLabels(bank, config.graph);
    model.config.files.clear();
    model.config.weights.clear();
    model.config.given = nullptr;
    model.config.graph.trees = {};
    model.config.graph.picked = {};
    for (std::size_t word = 0; word < bank.words.size(); ++word) {
        model.words.emplace_back(bank.words.text(SymbolId(word)));
    }
    return model;
}

Status saveModel(const std::string& path, const ModelDescription& model, const OpSet& ops, const Parameters& parameters,
                 const OptimizerState* optimizer) {
    const Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create(path, Replaces::Opened); // resumed from
    TRY(file);
    const std::vector<std::string> names = weightNames(ops);
    const std::string text = textOf(model);
    TRY(addParameters(**file, names, parameters));
    if (optimizer != nullptr) {
        TRY(addMoments(**file, kFirstPrefix, names, optimizer->first));
        TRY(addMoments(**file, kSecondPrefix, names, optimizer->second));
        const std::int64_t steps = static_cast<std::int64_t>(optimizer->steps);
        TRY((*file)->add(arrayOf<std::int64_t>("optimizer/steps", {}, std::span(&steps, 1))));
    }
    TRY(addText(**file, kDescriptionName, text));
    TRY((*file)->finish());
    return writeFile(std::filesystem::path(path).replace_extension(".json").string(), text, Replaces::Opened);
}

const NamedArray* ModelFile::find(const std::string& name) const {
    const auto found = std::find_if(m_arrays.begin(), m_arrays.end(),
                                    [&name](const NamedArray& array) { return array.info.name == name; });
    return found == m_arrays.end() ? nullptr : &*found;
}

Result<ModelFile> ModelFile::open(const std::string& path) {
    Result<std::vector<NamedArray>> arrays = readArrays(path);
    TRY(arrays);
    ModelFile file;
    file.m_path = path;
    file.m_arrays = std::move(*arrays);
    std::string text;
    if (const NamedArray* const description = file.find(kDescriptionName)) {
        for (const double byte : description->numbers()) {
            text += static_cast<char>(static_cast<unsigned char>(byte));
        }
    }
    Result<ModelDescription> model = parseModel(text, path);
    TRY(model);
    file.m_description = std::move(*model);
    return file;
}

Result<std::size_t> ModelFile::fill(const OpSet& ops, const Treebank& bank, Parameters& parameters) const {
    std::unordered_map<std::string_view, std::size_t> rowOf;
    for (std::size_t row = 0; row < m_description.words.size(); ++row) {
        rowOf.emplace(m_description.words[row], row);
    }
    const std::vector<std::string> names = weightNames(ops);
    std::size_t unknown = 0;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const ParamId id(index);
        const ParamSpec& spec = ops.params[id];
        const NamedArray* const array = find(kParameterPrefix + names[index]);
        const auto columns = static_cast<std::uint64_t>(spec.columns);
        const bool ofWords = spec.meaning == RowMeaning::Words;
        const std::uint64_t rows = ofWords ? m_description.words.size() : static_cast<std::uint64_t>(spec.rows);
        if (array == nullptr || array->info.shape != std::vector{rows, columns}) {
            return Error{
                ErrorCode::Config,
                fmt::format("this model does not fit {}: {} should be [{}, {}]", ops.name, names[index], rows, columns),
                m_path};
        }
        const std::vector<double> numbers = array->numbers();
        const auto take = [&](std::size_t row, std::size_t from) {
            for (std::size_t column = 0; column < columns; ++column) {
                parameters.set(id, row * columns + column, from < rows ? numbers[from * columns + column] : 0.0);
            }
        };
        if (!ofWords) {
            for (std::size_t row = 0; row < rows; ++row) {
                take(row, row);
            }
            continue;
        }
        const auto unknownRow = rowOf.find(kUnknownWord);
        unknown = 0;
        for (std::size_t word = 0; word < bank.words.size(); ++word) {
            const auto found = rowOf.find(bank.words.text(SymbolId(word)));
            const bool isKnown = found != rowOf.end();
            unknown += isKnown ? 0 : 1;
            take(word, isKnown ? found->second : unknownRow != rowOf.end() ? unknownRow->second : rows);
        }
    }
    return unknown;
}

std::optional<OptimizerState> ModelFile::optimizer(const OpSet& ops) const {
    const NamedArray* const steps = find("optimizer/steps");
    if (steps == nullptr) {
        return std::nullopt;
    }
    OptimizerState state;
    state.steps = static_cast<std::size_t>(steps->numbers().front());
    for (const auto& [prefix, moments] :
         {std::pair(kFirstPrefix, &state.first), std::pair(kSecondPrefix, &state.second)}) {
        for (const std::string& name : weightNames(ops)) {
            const NamedArray* const array = find(prefix + name);
            moments->push_back(array == nullptr ? std::vector<double>() : array->numbers());
        }
    }
    return state;
}

} // namespace batchscope
