// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/script_net.h"

#include "core/base/budget.h"
#include "core/bytes/file_bytes.h"
#include "core/nets/method_text.h"
#include "core/scripts/module_archive.h"
#include "core/scripts/module_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

namespace batchscope {

namespace {

const char* inputOf(const ModuleFacts& facts) {
    if (facts.isPair) {
        return "pairs: a root with two trees as its children, as convert --pairs writes them";
    }
    switch (facts.recursion) {
    case Recursion::Binary: return "binary trees";
    case Recursion::Nary: return "trees with any number of children, including dependency trees";
    case Recursion::Sequence: break;
    }
    return "the words of any tree, in order";
}

class ScriptNet final : public UserNet {
public:
    ScriptNet(const std::string& path, ModuleArchive archive, std::shared_ptr<ModuleChild> child, ModuleFacts facts,
              const ScriptOptions& options)
        : m_name(std::filesystem::path(path).filename().string()), m_stamp(std::move(archive.stamp)),
          m_vocabulary(std::move(archive.vocabulary)), m_child(std::move(child)), m_facts(std::move(facts)),
          m_translate(options.translate), m_chosen(options.module) {
        const bool readsWords = m_facts.recursion == Recursion::Sequence && !m_facts.isPair;
        const bool isOfRoots = m_facts.isPair && !m_facts.hasLogits;
        m_traits.name = m_name.c_str();
        m_traits.title = m_name.c_str();
        m_traits.description = "your TorchScript module";
        m_traits.input = inputOf(m_facts);
        m_traits.labels = readsWords || isOfRoots ? LabelsAt::Roots : LabelsAt::Nodes;
        m_traits.heeds = {
            .dim = false, .recursion = m_facts.canChoose, .shape = readsWords ? ShapeUse::None : ShapeUse::Nodes};
        m_traits.suits.trees = m_facts.recursion == Recursion::Nary ? SuitedTrees::AnyArity
                               : readsWords                         ? SuitedTrees::OneSequence
                                                                    : SuitedTrees::Some;
    }

    /// Makes the ops the first time.
    Status prepare() {
        Result<HostedOps> made = make(2, DType::Float32);
        TRY(made);
        m_methods = std::move(made->methods);
        m_traits.heeds.unsafe = std::any_of(m_methods.begin(), m_methods.end(), [](const UserMethod& method) {
            return method.way == MethodWay::Alone || method.way == MethodWay::Trusted;
        });
        m_confinement = m_child->confinement();
        m_made.emplace(std::pair(2, DType::Float32), std::move(made->ops));
        return Ok{};
    }

    [[nodiscard]] const Net& traits() const override { return m_traits; }
    [[nodiscard]] Recursion recursion() const override { return m_facts.recursion; }
    [[nodiscard]] ModuleChoices chosen() const override { return m_chosen; }
    [[nodiscard]] const std::vector<UserMethod>& methods() const override { return m_methods; }
    [[nodiscard]] const std::vector<std::string>& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] std::size_t embeddingRows() const override { return m_facts.embeddingRows; }
    [[nodiscard]] std::int32_t classes() const override { return std::max(m_facts.classes, m_facts.compared); }
    [[nodiscard]] const std::string& stamp() const override { return m_stamp; }
    [[nodiscard]] const std::string& confinement() const override { return m_confinement; }

    [[nodiscard]] Result<UserOps> ops(const NetOptions& options) const override {
        const std::pair key(m_facts.recursion == Recursion::Nary ? options.arity : 2, options.dtype);
        const std::lock_guard lock(m_mutex); // graphs are built on several threads
        if (const auto known = m_made.find(key); known != m_made.end()) {
            return known->second;
        }
        Result<HostedOps> made = make(key.first, key.second);
        return made ? Result<UserOps>(m_made.emplace(key, std::move(made->ops)).first->second) : made.error();
    }

private:
    [[nodiscard]] Result<HostedOps> make(std::int32_t arity, DType dtype) const {
        Result<HostedOps> made = m_child->ops({m_name, arity, dtype, m_translate == Translate::Yes, m_chosen.unsafe});
        if (made && m_vocabulary.empty()) { // rows go by the treebank's word ids
            nameWords(made->ops.set);
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
    std::shared_ptr<ModuleChild> m_child;
    ModuleFacts m_facts;
    Translate m_translate;
    ModuleChoices m_chosen;
    Net m_traits{};
    std::vector<UserMethod> m_methods;
    std::string m_confinement;
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<std::int32_t, DType>, UserOps> m_made;
};

/// A first call is on a few rows: what it takes besides LibTorch's own are some copies of the module.
std::uint64_t memoryOfFirstCalls(std::uint64_t module) {
    constexpr std::uint64_t kLibTorch = std::uint64_t{2} << 30U;
    constexpr std::uint64_t kCopies = 8;
    const std::uint64_t most = memoryLimit();
    return module > most / kCopies ? most : std::min(most, kLibTorch + kCopies * module);
}

/// `text`: of the module, whose archive holds nothing but the stamp then.
Result<std::shared_ptr<const UserNet>> loaded(const std::string& path, ModuleArchive archive,
                                              std::optional<std::string> text, const ScriptOptions& options,
                                              const RunControl& control) {
    std::uint64_t bytes = archive.unpacked;
    if (text) {
        const Result<ModuleSource> source = parseModuleSource(*text, path);
        TRY(source);
        bytes = bytesOf(*source);
    }
    TrialLimits limits = options.limits;
    limits.bytes = limits.bytes == 0 ? memoryOfFirstCalls(bytes) : limits.bytes;
    OpenRequest request{.path = path,
                        .text = std::move(text),
                        .records = archive.records,
                        .recursion = options.module.recursion,
                        .bytes = std::max(memoryLimit(), limits.bytes),
                        .memoryLimit = memoryLimit()};
    const auto named = [&](const Error& error) { return Error{error.code, error.message, path, error.position}; };
    const Result<std::shared_ptr<ModuleChild>> child = ModuleChild::create(archive.packed, request, limits);
    if (!child) {
        return named(child.error());
    }
    Result<ModuleFacts> facts = (*child)->open(control);
    if (!facts) {
        return named(facts.error());
    }
    archive.packed = {};
    auto net = std::make_shared<ScriptNet>(path, std::move(archive), *child, std::move(*facts), options);
    if (const Status prepared = net->prepare(); !prepared) {
        return named(prepared.error());
    }
    return std::shared_ptr<const UserNet>(std::move(net));
}

} // namespace

Result<std::shared_ptr<const UserNet>> loadScript(const std::string& path, const ScriptOptions& options,
                                                  const RunControl& control) {
    if (!isModuleText(path)) {
        Result<ModuleArchive> archive = inspectArchive(path);
        return archive ? loaded(path, std::move(*archive), std::nullopt, options, control) : archive.error();
    }
    ModuleArchive archive{.stamp = stampOf(path)}; // before it is read: what changes meanwhile is noticed
    Result<std::string> text = readFileBytes(path, control);
    return text ? loaded(path, std::move(archive), std::move(*text), options, control) : text.error();
}

Result<std::shared_ptr<const UserNet>> loadSource(std::string_view text, const std::string& file,
                                                  const ScriptOptions& options, const RunControl& control) {
    return loaded(file, {}, std::string(text), options, control);
}

bool isLoaded(const GraphOptions& options) {
    return options.user.net != nullptr && options.user.net->chosen() == options.module &&
           options.user.net->stamp() == stampOf(options.model);
}

Result<bool> loadUserNet(GraphOptions& options, const RunControl& control) {
    if (!isModuleFile(options.model)) {
        options.user.net.reset();
        return false;
    }
    if (isLoaded(options)) {
        return false;
    }
    Result<std::shared_ptr<const UserNet>> net =
        loadScript(options.model, {.limits = {}, .module = options.module}, control);
    TRY(net);
    options.user.net = std::move(*net);
    return true;
}

std::vector<std::string> methodLines(const UserNet& net) {
    std::vector<std::string> lines;
    bool isCalled = false;
    for (const UserMethod& method : net.methods()) {
        lines.push_back(methodLine(method));
        isCalled = isCalled || method.way != MethodWay::Translated;
    }
    const auto isCompare = [](const UserMethod& method) { return method.name == "compare"; };
    if (std::any_of(net.methods().begin(), net.methods().end(), isCompare)) {
        lines.emplace_back("each tree is read as a pair: its root compares the two trees below it");
    }
    if (isCalled) {
        lines.push_back(
            fmt::format("{} runs on LibTorch, since the engine takes only what is translated; its methods are "
                        "called in a process without files or network ({})",
                        net.traits().name, net.confinement()));
    }
    return lines;
}

} // namespace batchscope
