// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/recursion_torch.h"

#include "core/words/script_words.h"

#include <fmt/format.h>

#include <ATen/core/jit_type.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// Template methods for each recursion, as Python source.
constexpr const char* kBinaryTemplate =
    R"(    def leaf(self, word: Tensor) -> Tensor:                     # int64 [B] -> rows [B, d]
        return self.embedding(word)
    def compose(self, left: Tensor, right: Tensor) -> Tensor:   # rows [B, d]
        return torch.tanh(self.left(left) + self.right(right))
)";

constexpr const char* kNaryTemplate =
    R"(    def leaf(self, word: Tensor) -> Tensor:             # int64 [B] -> rows [B, d]
        return self.embedding(word)
    def node(self, children: List[Tensor]) -> Tensor:   # rows [B, d] of each child
        return torch.tanh(self.inner(torch.stack(children).sum(0)))
# For dependency trees: node(self, word: Tensor, children: List[Tensor]), and no leaf; children is empty at the leaves.
)";

constexpr const char* kSequenceTemplate =
    R"(    def step(self, word: Tensor, h: Tensor, c: Tensor) -> Tuple[Tensor, Tensor]:    # begins with zeros
        return self.cell(self.embedding(word), (h, c))
)";

constexpr const char* kTemplateEnd = R"(    def logits(self, h: Tensor) -> Tensor:   # optional: rows -> [B, classes]
        return self.out(h)
torch.jit.script(Encoder().eval()).save("encoder.pt")
)";

constexpr const char* kExpectedTensors = "tensors only, as arguments and as results";

std::string methodMissing(std::string_view missing, std::string_view found) {
    return fmt::format("the method {} is missing. Found: {}. In a class, mark each with @torch.jit.export", missing,
                       found);
}

std::string tensors(std::size_t count) {
    return count == 1 ? "1 Tensor" : fmt::format("{} Tensors", count);
}

struct RoleName {
    std::string_view name;
    Role role;
};

/// Method names in the order in which they are read; the first one found for a role is used.
constexpr std::array kRoleNames = {
    RoleName{"leaf", Role::Leaf},     RoleName{"children", Role::Compose}, RoleName{"compose", Role::Compose},
    RoleName{"node", Role::Node},     RoleName{"start", Role::Start},      RoleName{"step", Role::Step},
    RoleName{"logits", Role::Logits}, RoleName{"compare", Role::Compare},
};

std::string methodSignature(const c10::FunctionSchema& schema) {
    std::string text = schema.name() + "(";
    for (std::size_t index = 1; index < schema.arguments().size(); ++index) {
        const c10::Argument& argument = schema.arguments()[index];
        text += fmt::format("{}{}: {}", index == 1 ? "" : ", ", argument.name(), argument.type()->annotation_str());
    }
    text += ")";
    for (const c10::Argument& result : schema.returns()) {
        text += " -> " + result.type()->annotation_str();
    }
    return text;
}

std::string foundText(const torch::jit::Module& module) {
    std::string text;
    for (const torch::jit::Method& method : module.get_methods()) {
        if (!method.name().starts_with("_")) {
            text += fmt::format("{}{}", text.empty() ? "" : ", ", methodSignature(method.function().getSchema()));
        }
    }
    return text.empty() ? "no methods" : text;
}

const char* templateFor(Recursion recursion) {
    switch (recursion) {
    case Recursion::Binary: return kBinaryTemplate;
    case Recursion::Nary: return kNaryTemplate;
    case Recursion::Sequence: break;
    }
    return kSequenceTemplate;
}

Error withTemplate(std::string message, Recursion recursion) {
    return Error{ErrorCode::Parse, fmt::format("{}\nMethods for this recursion, each with @torch.jit.export, look like "
                                               "this:\n\n{}{}",
                                               message, templateFor(recursion), kTemplateEnd)};
}

bool isTensor(const c10::TypePtr& type) {
    return type->kind() == c10::TypeKind::TensorType;
}

/// The number of elements in a tuple of tensors; 0 for anything else.
std::size_t tensorsIn(const c10::TypePtr& type) {
    const auto tuple = type->cast<c10::TupleType>();
    const bool areTensors = tuple && std::all_of(tuple->elements().begin(), tuple->elements().end(),
                                                 [](const c10::TypePtr& element) { return isTensor(element); });
    return areTensors ? tuple->elements().size() : 0;
}

std::optional<Formal> formalOf(const c10::TypePtr& type) {
    if (isTensor(type)) {
        return Formal{};
    }
    if (const std::size_t rows = tensorsIn(type); rows > 0) {
        return Formal{Formal::Kind::Tuple, rows};
    }
    if (const auto list = type->cast<c10::ListType>()) {
        if (isTensor(list->getElementType())) {
            return Formal{Formal::Kind::Tensors, 1};
        }
        if (const std::size_t rows = tensorsIn(list->getElementType()); rows > 0) {
            return Formal{Formal::Kind::TupleOfEach, rows};
        }
    }
    return std::nullopt;
}

bool isOfEachChild(const Formal& formal) {
    return formal.kind == Formal::Kind::Tensors || formal.kind == Formal::Kind::TupleOfEach;
}

/// The recursions whose main method the module has, in order of precedence.
std::vector<Recursion> recursionsOf(const torch::jit::Module& module) {
    std::vector<Recursion> recursions;
    for (const auto& [method, recursion] :
         {std::pair("step", Recursion::Sequence), std::pair("node", Recursion::Nary),
          std::pair("compose", Recursion::Binary), std::pair("children", Recursion::Binary)}) {
        if (module.find_method(method) && (recursions.empty() || recursions.back() != recursion)) {
            recursions.push_back(recursion);
        }
    }
    return recursions;
}

Recursion recursionFor(RecursionChoice choice, const std::vector<Recursion>& recursions) {
    switch (choice) {
    case RecursionChoice::Binary: return Recursion::Binary;
    case RecursionChoice::Nary: return Recursion::Nary;
    case RecursionChoice::Sequence: return Recursion::Sequence;
    case RecursionChoice::Auto: break;
    }
    return recursions.empty() ? Recursion::Binary : recursions.front();
}

bool belongsTo(Role role, Recursion recursion) {
    switch (role) {
    case Role::Logits:
    case Role::Compare: return true;
    case Role::Leaf: return recursion != Recursion::Sequence;
    case Role::Compose: return recursion == Recursion::Binary;
    case Role::Node: return recursion == Recursion::Nary;
    case Role::Start:
    case Role::Step: break;
    }
    return recursion == Recursion::Sequence;
}

/// Reads and checks the methods.
class Finder {
public:
    Finder(const torch::jit::Module& module, RecursionChoice choice) : m_module(module) {
        const std::vector<Recursion> recursions = recursionsOf(module);
        m_found.recursion = recursionFor(choice, recursions);
        m_found.canChoose = recursions.size() > 1;
    }

    Result<FoundMethods> find() {
        for (const RoleName& row : kRoleNames) {
            const auto method = m_module.find_method(std::string(row.name));
            if (!method || !belongsTo(row.role, m_found.recursion) || m_found.methods.contains(row.role)) {
                continue;
            }
            TRY(read(*method, row.role));
        }
        if (m_found.methods.empty()) {
            return withTemplate(fmt::format("no method that a recursion over trees could use. Found: {}. Expected: "
                                            "leaf and compose, node, or step; in a class, each with @torch.jit.export",
                                            foundText(m_module)),
                                m_found.recursion);
        }
        TRY(checkComplete());
        TRY(checkStates());
        return std::move(m_found);
    }

private:
    Status read(const torch::jit::Method& method, Role role) {
        const c10::FunctionSchema& schema = method.function().getSchema();
        RoleMethod read{.name = method.name()};
        for (std::size_t index = 1; index < schema.arguments().size(); ++index) {
            const std::optional<Formal> formal = formalOf(schema.arguments()[index].type());
            if (!formal) {
                return wrong(schema, kExpectedTensors);
            }
            read.formals.push_back(*formal);
        }
        const bool isOne = schema.returns().size() == 1;
        read.results = !isOne                                      ? 0
                       : isTensor(schema.returns().front().type()) ? 1
                                                                   : tensorsIn(schema.returns().front().type());
        if (read.results == 0) {
            return wrong(schema, kExpectedTensors);
        }
        const bool firstIsTensor = !read.formals.empty() && read.formals.front().kind == Formal::Kind::Tensor;
        read.takesWord = firstIsTensor && (role == Role::Leaf || role == Role::Start || role == Role::Step ||
                                           (role == Role::Node && isOfEachChildBehindFirst(read)));
        m_found.methods.emplace(role, std::move(read));
        return Ok{};
    }

    static bool isOfEachChildBehindFirst(const RoleMethod& method) {
        return method.formals.size() > 1 &&
               std::all_of(method.formals.begin() + 1, method.formals.end(), isOfEachChild);
    }

    Status checkComplete() const {
        std::vector<std::pair<Role, const char*>> needed;
        switch (m_found.recursion) {
        case Recursion::Binary: needed = {{Role::Leaf, "leaf"}, {Role::Compose, "compose"}}; break;
        case Recursion::Nary: needed = {{Role::Node, "node"}}; break;
        case Recursion::Sequence: needed = {{Role::Step, "step"}}; break;
        }
        for (const auto& [role, name] : needed) {
            if (!m_found.methods.contains(role)) {
                return withTemplate(methodMissing(name, foundText(m_module)), m_found.recursion);
            }
        }
        if (m_found.recursion == Recursion::Nary && !m_found.methods.contains(Role::Leaf) &&
            !m_found.methods.at(Role::Node).takesWord) {
            return withTemplate(methodMissing("leaf", foundText(m_module)), m_found.recursion);
        }
        return Ok{};
    }

    /// Checks that every method takes and returns the same state as leaf, node or step.
    Status checkStates() {
        const Role maker = m_found.recursion == Recursion::Sequence ? Role::Step
                           : m_found.methods.contains(Role::Leaf)   ? Role::Leaf
                                                                    : Role::Node;
        m_found.values = m_found.methods.at(maker).results;
        for (const auto& [role, method] : m_found.methods) {
            const bool isOneRow = role == Role::Logits || role == Role::Compare;
            const bool returns = method.results == (isOneRow ? 1 : m_found.values);
            if (!returns || !takesRight(role, method)) {
                return wrong(m_module.get_method(method.name).function().getSchema(), expectedOf(role).c_str());
            }
        }
        return Ok{};
    }

    [[nodiscard]] bool takesRight(Role role, const RoleMethod& method) const {
        const std::size_t values = m_found.values;
        const bool ofEach = std::any_of(method.formals.begin(), method.formals.end(), isOfEachChild);
        switch (role) {
        case Role::Leaf:
        case Role::Start: return method.takesWord && method.formals.size() == 1;
        case Role::Compose: return !ofEach && method.rowsFor(2) == 2 * values;
        case Role::Step: return !ofEach && method.takesWord && method.rowsFor(1) == values;
        case Role::Logits: return !ofEach && (method.rowsFor(1) == 1 || method.rowsFor(1) == values);
        case Role::Compare: return !ofEach && (method.rowsFor(2) == 2 || method.rowsFor(2) == 2 * values);
        case Role::Node: break;
        }
        const auto first = method.formals.begin() + (method.takesWord ? 1 : 0);
        return first != method.formals.end() && std::all_of(first, method.formals.end(), isOfEachChild) &&
               method.rowsFor(1) == values;
    }

    [[nodiscard]] std::string expectedOf(Role role) const {
        const std::size_t values = m_found.values;
        switch (role) {
        case Role::Leaf: return "leaf(word: Tensor) -> Tensor | Tuple[Tensor, ...]";
        case Role::Start: return "start(word: Tensor) -> " + tensors(values);
        case Role::Compose: return fmt::format("compose({}) -> {}", tensors(2 * values), tensors(values));
        case Role::Step: return fmt::format("step(word: Tensor, {}) -> {}", tensors(values), tensors(values));
        case Role::Logits: return "logits(h: Tensor) -> Tensor";
        case Role::Compare:
            return values == 1 ? std::string("compare(first: Tensor, second: Tensor) -> Tensor")
                               : fmt::format("compare({}) -> Tensor: all rows of both states, or the first row of each",
                                             tensors(2 * values));
        case Role::Node: break;
        }
        return fmt::format("node({}) -> {}, perhaps with word: Tensor as the first argument",
                           values == 1 ? "h: List[Tensor]" : "h: List[Tensor], c: List[Tensor]", tensors(values));
    }

    [[nodiscard]] Error wrong(const c10::FunctionSchema& schema, const char* expected) const {
        return withTemplate(words::methodWrong(schema.name(), methodSignature(schema), expected), m_found.recursion);
    }

    const torch::jit::Module& m_module;
    FoundMethods m_found;
};

} // namespace

std::size_t RoleMethod::rowsFor(std::size_t children) const {
    std::size_t rows = 0;
    for (std::size_t index = takesWord ? 1 : 0; index < formals.size(); ++index) {
        rows += formals[index].rows * (isOfEachChild(formals[index]) ? children : 1);
    }
    return rows;
}

std::size_t RoleMethod::valueOf(Role role, std::size_t row, std::size_t values) const {
    return row % (role == Role::Compare ? rowsFor(2) / 2 : values);
}

Result<FoundMethods> findMethods(const torch::jit::Module& module, RecursionChoice choice) {
    return Finder(module, choice).find();
}

std::vector<SlotTree> slotsOf(const RoleMethod& method, Role role, std::size_t values, std::size_t children) {
    std::vector<SlotTree> trees;
    std::size_t next = 0;
    std::size_t value = 0; // n-ary: index of the next row of the state
    if (method.takesWord) {
        trees.push_back({.slot = next++});
    }
    const std::size_t first = next;
    for (std::size_t index = method.takesWord ? 1 : 0; index < method.formals.size(); ++index) {
        const Formal& formal = method.formals[index];
        if (role != Role::Node) {
            SlotTree tree{.kind = formal.kind == Formal::Kind::Tuple ? SlotTree::Kind::Tuple : SlotTree::Kind::Slot,
                          .slot = next};
            for (std::size_t row = 0; row < formal.rows; ++row, ++next) {
                tree.items.push_back({.slot = next});
            }
            trees.push_back(std::move(tree));
            continue;
        }
        const bool areTuples = formal.kind == Formal::Kind::TupleOfEach;
        SlotTree list{.kind = SlotTree::Kind::List, .rows = areTuples ? formal.rows : 0};
        for (std::size_t child = 0; child < children; ++child) {
            if (!areTuples) {
                list.items.push_back({.slot = first + value * children + child});
                continue;
            }
            SlotTree tuple{.kind = SlotTree::Kind::Tuple};
            for (std::size_t row = 0; row < values; ++row) {
                tuple.items.push_back({.slot = first + row * children + child});
            }
            list.items.push_back(std::move(tuple));
        }
        value += formal.rows;
        trees.push_back(std::move(list));
    }
    return trees;
}

std::size_t slotCount(const std::vector<SlotTree>& slots) {
    std::size_t count = 0;
    for (const SlotTree& tree : slots) {
        count += tree.kind == SlotTree::Kind::Slot ? 1 : slotCount(tree.items);
    }
    return count;
}

} // namespace batchscope
