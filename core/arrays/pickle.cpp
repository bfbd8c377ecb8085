// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/pickle.h"

#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace batchscope {

namespace {

constexpr std::string_view kNotADict =
    "the file does not hold a dict of tensors; save one with torch.save(model.state_dict(), FILE)";

constexpr std::size_t kMostItems = 1'000'000; // in total; a tensor takes about thirty

/// The names of the storage types in module torch, by ElementType.
constexpr std::array<std::string_view, 4> kStorages = {"FloatStorage", "DoubleStorage", "IntStorage", "LongStorage"};

/// An object of the pickle. Objects refer to each other by index, so deep nesting needs no recursion.
struct Item {
    enum class Kind : std::uint8_t { Other, Whole, Text, Tuple, Dict, Name, Storage, Tensor };
    Kind kind = Kind::Other;
    std::int64_t whole = 0;              ///< Whole: the value; Tensor: index into m_drafts
    std::string_view text = {};          ///< Text; Name: the function or type; Storage: the file
    std::string_view module = {};        ///< Name; Storage: the storage type
    std::vector<std::size_t> items = {}; ///< Tuple; Dict: keys and values alternate
};
using Kind = Item::Kind;

/// A tensor without a name yet.
struct Draft {
    const Item storage;
    std::vector<std::uint64_t> shape;
    StoredElements stored;
};

/// Executes the instructions. Each step returns false on failure; m_error holds the reason if there is a specific one.
class Unpickler {
public:
    Unpickler(std::string_view pickle, const std::string& file) : m_rest(pickle), m_size(pickle.size()), m_file(file) {}

    Result<std::vector<PickledTensor>> read() {
        while (!m_isDone) {
            if (!step() || m_items.size() > kMostItems) {
                return m_error ? *m_error
                               : wrong(std::string("the list of tensors (data.pkl) is damaged or truncated"));
            }
        }
        return tensorsOf(m_items[m_stack.back()]);
    }

private:
    Error wrong(std::string message) const { return {ErrorCode::Parse, std::move(message), m_file}; }
    bool fail(std::string message) {
        m_error = wrong(std::move(message));
        return false;
    }

    bool take(std::uint64_t length, std::string_view& bytes) {
        if (length > m_rest.size()) {
            return false;
        }
        bytes = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return true;
    }
    bool skip(std::size_t length) {
        std::string_view ignored;
        return take(length, ignored);
    }
    bool takeNumber(std::size_t width, std::uint64_t& number) {
        std::string_view bytes;
        number = 0;
        if (!take(width, bytes)) {
            return false;
        }
        std::memcpy(&number, bytes.data(), bytes.size()); // little-endian, like the machine
        return true;
    }
    bool takeLine(std::string_view& line) {
        const std::size_t end = m_rest.find('\n');
        return end != std::string_view::npos && take(end, line) && skip(1);
    }

    bool push(Item item) {
        m_items.push_back(std::move(item));
        m_stack.push_back(m_items.size() - 1);
        return true;
    }
    /// The number of items above the topmost mark.
    [[nodiscard]] std::size_t free() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }
    bool pop(std::size_t count, std::vector<std::size_t>& items) {
        if (free() < count) {
            return false;
        }
        items.assign(m_stack.end() - static_cast<std::ptrdiff_t>(count), m_stack.end());
        m_stack.resize(m_stack.size() - count);
        return true;
    }
    bool popToMark(std::vector<std::size_t>& items) {
        if (m_marks.empty() || !pop(free(), items)) {
            return false;
        }
        m_marks.pop_back();
        return true;
    }
    [[nodiscard]] const Item* itemOf(std::size_t number, Kind kind) const {
        return m_items[number].kind == kind ? &m_items[number] : nullptr;
    }

    bool step() {
        const std::size_t at = m_size - m_rest.size();
        std::string_view code;
        std::vector<std::size_t> items;
        if (!take(1, code)) {
            return false;
        }
        switch (code.front()) {
        case '\x80': return skip(1);                              // PROTO
        case '\x95': return skip(8);                              // FRAME
        case '(': m_marks.push_back(m_stack.size()); return true; // MARK
        case '.': m_isDone = free() > 0; return m_isDone;         // STOP
        case 'N':                                                 // NONE
        case '\x88':                                              // NEWTRUE
        case '\x89':                                              // NEWFALSE
        case ']': return push({});                                // EMPTY_LIST
        case 'G': return skip(8) && push({});                     // BINFLOAT
        case ')': return push({.kind = Kind::Tuple});             // EMPTY_TUPLE
        case '}': return push({.kind = Kind::Dict});              // EMPTY_DICT
        case 'q': return put(1);                                  // BINPUT
        case 'r': return put(4);                                  // LONG_BINPUT
        case '\x94': return remember(m_memo.size());              // MEMOIZE
        case 'h': return get(1);                                  // BINGET
        case 'j': return get(4);                                  // LONG_BINGET
        case 'K': return whole(1);                                // BININT1
        case 'M': return whole(2);                                // BININT2
        case 'J': return whole(4);                                // BININT
        case '\x8a': return longWhole();                          // LONG1
        case 'X': return text(4);                                 // BINUNICODE
        case '\x8c': return text(1);                              // SHORT_BINUNICODE
        case 'c': return global();                                // GLOBAL
        case '\x93': return pop(2, items) && stackGlobal(items);  // STACK_GLOBAL
        case '\x85':                                              // TUPLE1
        case '\x86':                                              // TUPLE2
        case '\x87': return pop(static_cast<std::size_t>(code.front() - '\x84'), items) && tuple(items); // TUPLE3
        case 't': return popToMark(items) && tuple(items);                                               // TUPLE
        case 'Q': return pop(1, items) && persistent(m_items[items[0]]);                                 // BINPERSID
        case 'R': return pop(2, items) && reduce(items[0], items[1]);                                    // REDUCE
        case 'u': return popToMark(items) && setItems(items);                                            // SETITEMS
        case 's': return pop(2, items) && setItems(items);                                               // SETITEM
        case 'e': return popToMark(items) && free() > 0; // APPENDS: lists are ignored
        case 'a':                                        // APPEND
        case 'b': return pop(1, items) && free() > 0;    // BUILD: attributes of a dict are ignored
        case '0': return pop(1, items);                  // POP
        default:
            return fail(fmt::format("byte {} of the list of tensors (data.pkl) is the instruction {:#04x}, which a "
                                    "dict of tensors does not need; save one with torch.save(model.state_dict(), FILE)",
                                    at, static_cast<unsigned char>(code.front())));
        }
    }

    bool remember(std::uint64_t place) {
        if (free() == 0) {
            return false;
        }
        m_memo[place] = m_stack.back();
        return true;
    }
    bool put(std::size_t width) {
        std::uint64_t place = 0;
        return takeNumber(width, place) && remember(place);
    }
    bool get(std::size_t width) {
        std::uint64_t place = 0;
        if (!takeNumber(width, place) || !m_memo.contains(place)) {
            return false;
        }
        m_stack.push_back(m_memo[place]);
        return true;
    }

    bool whole(std::size_t width) {
        std::uint64_t number = 0;
        const bool isThere = takeNumber(width, number);
        const auto narrow = static_cast<std::int32_t>(static_cast<std::uint32_t>(number)); // BININT is signed
        return isThere && push({.kind = Kind::Whole, .whole = narrow});
    }
    /// Negative numbers and numbers above 63 bits become Other: they cannot be sizes.
    bool longWhole() {
        std::uint64_t length = 0;
        std::string_view bytes;
        if (!takeNumber(1, length) || !take(length, bytes)) {
            return false;
        }
        std::uint64_t number = 0;
        std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
        const bool fits = bytes.find_first_not_of('\0', sizeof number) == std::string_view::npos &&
                          number <= static_cast<std::uint64_t>(INT64_MAX) &&
                          (bytes.empty() || static_cast<unsigned char>(bytes.back()) < 0x80U);
        return push(fits ? Item{.kind = Kind::Whole, .whole = static_cast<std::int64_t>(number)} : Item{});
    }
    bool text(std::size_t width) {
        std::uint64_t length = 0;
        std::string_view characters;
        return takeNumber(width, length) && take(length, characters) && push({.kind = Kind::Text, .text = characters});
    }
    bool tuple(std::vector<std::size_t>& items) { return push({.kind = Kind::Tuple, .items = std::move(items)}); }

    bool global() {
        std::string_view module;
        std::string_view name;
        return takeLine(module) && takeLine(name) && named(module, name);
    }
    bool stackGlobal(const std::vector<std::size_t>& items) {
        const Item* const module = itemOf(items[0], Kind::Text);
        const Item* const name = itemOf(items[1], Kind::Text);
        return module != nullptr && name != nullptr && named(module->text, name->text);
    }
    bool named(std::string_view module, std::string_view name) {
        const bool isKnown =
            (module == "torch._utils" && (name == "_rebuild_tensor_v2" || name == "_rebuild_parameter")) ||
            (module == "collections" && name == "OrderedDict") || (module == "torch" && name.ends_with("Storage"));
        return isKnown ? push({.kind = Kind::Name, .text = name, .module = module})
                       : fail(fmt::format("the file refers to {}, which is refused: only tensors are read; save a dict "
                                          "of tensors with torch.save(model.state_dict(), FILE)",
                                          fmt::format("{}.{}", module, name)));
    }

    /// Takes ('storage', type, name of the file, device, elements).
    bool persistent(const Item& item) {
        if (item.kind != Kind::Tuple || item.items.size() != 5) {
            return false;
        }
        const Item* const tag = itemOf(item.items[0], Kind::Text);
        const Item* const type = itemOf(item.items[1], Kind::Name);
        const Item* const file = itemOf(item.items[2], Kind::Text);
        const bool isStorage =
            tag != nullptr && tag->text == "storage" && type != nullptr && type->module == "torch" && file != nullptr;
        return isStorage && push({.kind = Kind::Storage, .text = file->text, .module = type->text});
    }

    bool setItems(const std::vector<std::size_t>& items) {
        if (free() == 0 || itemOf(m_stack.back(), Kind::Dict) == nullptr || items.size() % 2 != 0) {
            return false;
        }
        std::vector<std::size_t>& all = m_items[m_stack.back()].items;
        all.insert(all.end(), items.begin(), items.end());
        return true;
    }

    bool reduce(std::size_t called, std::size_t arguments) {
        if (itemOf(called, Kind::Name) == nullptr || itemOf(arguments, Kind::Tuple) == nullptr) {
            return false;
        }
        const std::string_view name = m_items[called].text;
        const std::vector<std::size_t>& parts = m_items[arguments].items;
        if (name == "OrderedDict") {
            return parts.empty() && push({.kind = Kind::Dict});
        }
        if (name == "_rebuild_parameter" && !parts.empty() && itemOf(parts[0], Kind::Tensor) != nullptr) {
            m_stack.push_back(parts[0]);
            return true;
        }
        return name == "_rebuild_tensor_v2" && rebuild(parts);
    }

    /// Takes (storage, begin, shape, strides, …).
    bool rebuild(const std::vector<std::size_t>& parts) {
        if (parts.size() < 4 || itemOf(parts[0], Kind::Storage) == nullptr) {
            return false;
        }
        Draft draft{m_items[parts[0]], {}, {}};
        if (!size(parts[1], draft.stored.begin) || !sizes(parts[2], draft.shape) ||
            !sizes(parts[3], draft.stored.strides) || draft.shape.size() != draft.stored.strides.size()) {
            return false;
        }
        m_drafts.push_back(std::move(draft));
        return push({.kind = Kind::Tensor, .whole = static_cast<std::int64_t>(m_drafts.size() - 1)});
    }
    bool size(std::size_t item, std::uint64_t& number) const {
        const Item* const whole = itemOf(item, Kind::Whole);
        number = whole == nullptr ? 0 : static_cast<std::uint64_t>(whole->whole);
        return whole != nullptr && whole->whole >= 0;
    }
    bool sizes(std::size_t item, std::vector<std::uint64_t>& numbers) const {
        const Item* const tuple = itemOf(item, Kind::Tuple);
        // At most one axis too many is copied, enough for the error: a huge tuple may be shared by many tensors.
        const std::size_t count = tuple == nullptr ? 0 : std::min(tuple->items.size(), kMostAxes + 1);
        numbers.resize(count);
        for (std::size_t axis = 0; axis < count; ++axis) {
            if (!size(tuple->items[axis], numbers[axis])) {
                return false;
            }
        }
        return tuple != nullptr;
    }

    Result<std::vector<PickledTensor>> tensorsOf(const Item& dict) const {
        if (dict.kind != Kind::Dict) {
            return wrong(std::string(kNotADict));
        }
        std::vector<PickledTensor> tensors;
        std::unordered_set<std::string_view> names;
        for (std::size_t index = 0; index < dict.items.size(); index += 2) {
            const Item* const key = itemOf(dict.items[index], Kind::Text);
            const Item* const value = itemOf(dict.items[index + 1], Kind::Tensor);
            if (key == nullptr) {
                return wrong(std::string(kNotADict));
            }
            if (value == nullptr) {
                return wrong(fmt::format(
                    "'{}' is not a tensor; save only the weights, with torch.save(model.state_dict(), FILE)",
                    key->text));
            }
            if (!names.insert(key->text).second) {
                return wrong(words::duplicateEntry(key->text));
            }
            const Draft& draft = m_drafts[static_cast<std::size_t>(value->whole)];
            if (draft.shape.size() > kMostAxes) {
                return wrong(words::tooManyAxes(key->text, draft.shape.size(), kMostAxes));
            }
            const auto* const type = std::find(kStorages.begin(), kStorages.end(), draft.storage.module);
            if (type == kStorages.end()) {
                return wrong(words::unknownElements(key->text, draft.storage.module));
            }
            tensors.push_back(
                {{std::string(key->text), static_cast<ElementType>(type - kStorages.begin()), draft.shape},
                 draft.stored,
                 std::string(draft.storage.text)});
        }
        return tensors;
    }

    std::string_view m_rest;
    std::size_t m_size;
    const std::string& m_file;
    bool m_isDone = false;
    std::optional<Error> m_error;
    std::vector<Item> m_items;
    std::vector<std::size_t> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, std::size_t> m_memo;
    std::vector<Draft> m_drafts;
};

// Functions that write pickles, in protocol 2.

std::string bytesOf(std::uint64_t number, std::size_t width) {
    std::string bytes(width, '\0');
    std::memcpy(bytes.data(), &number, std::min(width, sizeof number));
    return bytes;
}
std::string text(std::string_view characters) {
    return "X" + bytesOf(characters.size(), 4) + std::string(characters);
}
std::string whole(std::uint64_t number) {
    return number <= static_cast<std::uint64_t>(INT32_MAX) ? "J" + bytesOf(number, 4)
                                                           : "\x8a\x09" + bytesOf(number, 9); // the last byte: the sign
}
std::string tuple(const std::vector<std::uint64_t>& numbers) {
    std::string pickle = "(";
    for (const std::uint64_t number : numbers) {
        pickle += whole(number);
    }
    return pickle + "t";
}

} // namespace

std::string pickledDict(const std::vector<PickledTensor>& tensors) {
    std::string pickle = "\x80\x02}(";
    for (const PickledTensor& tensor : tensors) {
        // _rebuild_tensor_v2(storage, begin, shape, strides, requires_grad, OrderedDict())
        pickle += text(tensor.info.name) + "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\n";
        pickle += kStorages[static_cast<std::size_t>(tensor.info.type)];
        pickle += "\n" + text(tensor.storage) + text("cpu") + whole(elementsOf(tensor.info.shape).value_or(0)) + "tQ";
        pickle += whole(tensor.stored.begin) + tuple(tensor.info.shape) + tuple(tensor.stored.strides);
        pickle += "\x89"
                  "ccollections\nOrderedDict\n)RtR";
    }
    return pickle + "u.";
}

Result<std::vector<PickledTensor>> parsePickledDict(std::string_view pickle, const std::string& file) {
    return Unpickler(pickle, file).read();
}

} // namespace batchscope
