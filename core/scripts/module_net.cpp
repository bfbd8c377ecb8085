// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_part.h"

#include "core/base/budget.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/scripts/module_file_torch.h"
#include "core/scripts/module_ops_torch.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

const char* inputOf(const FoundMethods& found) {
    if (found.methods.contains(Role::Compare)) {
        return words::kPairInput;
    }
    switch (found.recursion) {
    case Recursion::Binary: return words::kBinaryInput;
    case Recursion::Nary: return words::kNaryInput;
    case Recursion::Sequence: break;
    }
    return words::kSequenceInput;
}

class ScriptNet final : public UserNet {
public:
    ScriptNet(const std::string& path, const ModuleArchive& archive, OpenedModule opened, ModuleFacts facts,
              const ScriptOptions& options)
        : m_name(std::filesystem::path(path).filename().string()), m_stamp(archive.stamp),
          m_vocabulary(archive.vocabulary), m_opened(std::move(opened)), m_facts(std::move(facts)),
          m_translate(options.translate), m_chosen(options.module) {
        const Recursion recursion = m_opened.found.recursion;
        const bool isPair = m_opened.found.methods.contains(Role::Compare);
        const bool readsWords = recursion == Recursion::Sequence && !isPair;
        const bool isOfRoots = isPair && !m_opened.found.methods.contains(Role::Logits);
        m_traits.name = m_name.c_str();
        m_traits.title = m_name.c_str();
        m_traits.description = words::kModuleDescription;
        m_traits.input = inputOf(m_opened.found);
        m_traits.labels = readsWords || isOfRoots ? LabelsAt::Roots : LabelsAt::Nodes;
        m_traits.heeds = {.dim = false,
                          .recursion = m_opened.found.canChoose,
                          .shape = readsWords ? ShapeUse::None : ShapeUse::Nodes};
        m_traits.suits.trees = recursion == Recursion::Nary ? SuitedTrees::AnyArity
                               : readsWords                 ? SuitedTrees::OneSequence
                                                            : SuitedTrees::Some;
    }

    /// What LibTorch throws while the ops are made the first time.
    Status prepare() {
        try {
            m_methods = make(2, DType::Float32).methods;
            m_traits.heeds.unsafe = std::any_of(m_methods.begin(), m_methods.end(), [](const UserMethod& method) {
                return method.way == MethodWay::Alone || method.way == MethodWay::Trusted;
            });
            return Ok{};
        } catch (const std::exception& failure) {
            return Error{ErrorCode::Backend, words::cannotLoad(reasonOf(failure))};
        }
    }

    [[nodiscard]] const Net& traits() const override { return m_traits; }
    [[nodiscard]] Recursion recursion() const override { return m_opened.found.recursion; }
    [[nodiscard]] ModuleChoices chosen() const override { return m_chosen; }
    [[nodiscard]] const std::vector<UserMethod>& methods() const override { return m_methods; }
    [[nodiscard]] const std::vector<std::string>& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] std::size_t embeddingRows() const override { return m_opened.embeddingRows; }
    [[nodiscard]] std::int32_t classes() const override { return std::max(m_facts.classes, m_facts.compared); }
    [[nodiscard]] const std::string& stamp() const override { return m_stamp; }

    [[nodiscard]] Result<UserOps> ops(const NetOptions& options) const override {
        const bool ofArity = m_opened.found.recursion == Recursion::Nary;
        const std::pair key(ofArity ? options.arity : 2, options.dtype);
        const std::lock_guard lock(m_mutex); // graphs are built on several threads
        const auto known = m_made.find(key);
        if (known != m_made.end()) {
            return known->second;
        }
        try {
            return m_made.emplace(key, make(key.first, key.second).ops).first->second;
        } catch (const std::exception& failure) {
            return Error{ErrorCode::Backend, words::cannotLoad(reasonOf(failure))};
        }
    }

private:
    [[nodiscard]] ModuleOps make(std::int32_t arity, DType dtype) const {
        ModuleOps made =
            moduleOps(m_opened, m_facts, {m_name, arity, dtype, m_translate == Translate::Yes, m_chosen.unsafe});
        if (m_vocabulary.empty()) { // rows go by the treebank's word ids
            nameWords(made.ops.set);
        }
        return made;
    }

    static void nameWords(OpSet& set) {
        for (const Op& op : set.ops) {
            for (const BodyValue& value : op.body.values) {
                if (value.primitive == Primitive::Lookup) {
                    set.params[value.weight].meaning = RowMeaning::Words;
                }
            }
        }
    }

    std::string m_name;
    std::string m_stamp;
    std::vector<std::string> m_vocabulary;
    OpenedModule m_opened;
    ModuleFacts m_facts;
    Translate m_translate;
    ModuleChoices m_chosen;
    Net m_traits{};
    std::vector<UserMethod> m_methods;
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<std::int32_t, DType>, UserOps> m_made;
};

/// A first call is on a few rows: what it takes besides LibTorch's own are some copies of the module.
std::uint64_t memoryOfTrial(const ModuleFile& file) {
    constexpr std::uint64_t kLibTorch = std::uint64_t{2} << 30U;
    constexpr std::uint64_t kCopies = 8;
    const std::uint64_t module = file.source ? bytesOf(*file.source) : file.archive.unpacked;
    const std::uint64_t most = memoryLimit();
    return module > most / kCopies ? most : std::min(most, kLibTorch + kCopies * module);
}

Result<std::shared_ptr<const UserNet>> loaded(const std::string& path, Result<ModuleFile> file,
                                              const ScriptOptions& options, const RunControl& control) {
    if (!file) {
        return file.error();
    }
    useSetThreads();
    file->recursion = options.module.recursion;
    TrialLimits limits = options.limits;
    limits.bytes = limits.bytes == 0 ? memoryOfTrial(*file) : limits.bytes;
    TrialRequest request{path, std::nullopt, options.module.recursion};
    if (file->source) {
        request.text = file->text;
    }
    const Result<std::string> text = runTrial(request, limits, control);
    if (!text) {
        return Error{text.error().code, text.error().message, path};
    }
    Result<ModuleFacts> facts = factsFrom(*text);
    if (!facts) {
        return facts.error();
    }
    Result<OpenedModule> opened = openFile(path, *file);
    if (!opened) {
        return opened.error();
    }
    auto net = std::make_shared<ScriptNet>(path, file->archive, std::move(*opened), std::move(*facts), options);
    if (const Status prepared = net->prepare(); !prepared) {
        return Error{prepared.error().code, prepared.error().message, path};
    }
    return std::shared_ptr<const UserNet>(std::move(net));
}

} // namespace

const ModulePart kModulePart = {
    .loadScript = [](const std::string& path, const ScriptOptions& options,
                     const RunControl& control) { return loaded(path, moduleFile(path, control), options, control); },
    .loadSource =
        [](std::string_view text, const std::string& file, const ScriptOptions& options, const RunControl& control) {
            return loaded(file, moduleText(std::string(text), file, {}), options, control);
        },
};

} // namespace batchscope
