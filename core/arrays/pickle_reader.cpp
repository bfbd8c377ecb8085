// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/pickle.h"
#include "core/arrays/pickle_codes.h"
#include "core/words/array_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace batchscope {

namespace {

constexpr std::size_t kMostItems = 1'000'000; // in all: a tensor takes about thirty

struct StorageRow {
    ElementType type;
    const char* name;
};
constexpr std::array<StorageRow, 4> kStorages = {{{ElementType::Float32, "FloatStorage"},
                                                  {ElementType::Float64, "DoubleStorage"},
                                                  {ElementType::Int32, "IntStorage"},
                                                  {ElementType::Int64, "LongStorage"}}};

/// One object of the pickle. Objects refer to each other by number, so no chain of them is too deep.
struct Item {
    enum class Kind : std::uint8_t { Other, Whole, Text, Tuple, Dict, Name, Storage, Tensor };
    Kind kind = Kind::Other;
    std::int64_t whole = 0;              ///< Whole; Tensor: its number
    std::string_view text = {};          ///< Text; Name: what is called; Storage: the file
    std::string_view module = {};        ///< Name; Storage: the type
    std::vector<std::size_t> items = {}; ///< Tuple; Dict: keys and values in turn
};

/// A tensor before it has a name.
struct Draft {
    std::string_view storage;
    std::string_view storageType;
    std::vector<std::uint64_t> shape;
    StoredElements stored;
};

/// Runs the instructions. Every step says whether it could be done; what went wrong is in `error()`.
class Unpickler {
public:
    Unpickler(std::string_view pickle, const std::string& file) : m_pickle(pickle), m_file(file) {}

    Result<std::vector<PickledTensor>> read() {
        while (!m_isDone) {
            if (!step() || m_items.size() > kMostItems) {
                return m_error ? *m_error : wrong(std::string(words::kDamagedPickle));
            }
        }
        return tensorsOf(m_stack.back());
    }

private:
    using Kind = Item::Kind;

    Error wrong(std::string message) const { return {ErrorCode::Parse, std::move(message), m_file}; }
    bool fail(std::string message) {
        m_error = wrong(std::move(message));
        return false;
    }

    // ---- bytes of the pickle --------------------------------------------------------------------------------------

    bool takeNumber(std::size_t bytes, std::uint64_t& number) {
        if (bytes > m_pickle.size() - m_at) {
            return false;
        }
        number = 0;
        for (std::size_t index = 0; index < bytes; ++index) {
            number |= std::uint64_t{static_cast<unsigned char>(m_pickle[m_at + index])} << (8 * index);
        }
        m_at += bytes;
        return true;
    }
    bool takeBytes(std::uint64_t length, std::string_view& text) {
        if (length > m_pickle.size() - m_at) {
            return false;
        }
        text = m_pickle.substr(m_at, length);
        m_at += length;
        return true;
    }
    bool takeLine(std::string_view& line) {
        const std::size_t end = m_pickle.find('\n', m_at);
        if (end == std::string_view::npos) {
            return false;
        }
        line = m_pickle.substr(m_at, end - m_at);
        m_at = end + 1;
        return true;
    }

    // ---- the stack ------------------------------------------------------------------------------------------------

    bool push(Item item) {
        m_items.push_back(std::move(item));
        m_stack.push_back(m_items.size() - 1);
        return true;
    }
    /// How many of the topmost items are not behind a mark.
    [[nodiscard]] std::size_t free() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }
    bool pop(std::size_t& item) {
        if (free() == 0) {
            return false;
        }
        item = m_stack.back();
        m_stack.pop_back();
        return true;
    }
    bool popToMark(std::vector<std::size_t>& items) {
        if (m_marks.empty()) {
            return false;
        }
        items.assign(m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back()), m_stack.end());
        m_stack.resize(m_marks.back());
        m_marks.pop_back();
        return true;
    }
    [[nodiscard]] bool is(std::size_t item, Kind kind) const { return m_items[item].kind == kind; }

    // ---- instructions ---------------------------------------------------------------------------------------------

    bool step() {
        const std::size_t at = m_at;
        std::uint64_t code = 0;
        if (!takeNumber(1, code)) {
            return false;
        }
        switch (static_cast<PickleCode>(code)) {
        case PickleCode::Protocol:
        case PickleCode::Frame: {
            std::uint64_t ignored = 0;
            return takeNumber(code == static_cast<std::uint64_t>(PickleCode::Frame) ? 8 : 1, ignored);
        }
        case PickleCode::Mark: m_marks.push_back(m_stack.size()); return true;
        case PickleCode::Stop: m_isDone = free() > 0; return m_isDone;
        case PickleCode::None:
        case PickleCode::True:
        case PickleCode::False:
        case PickleCode::EmptyList: return push({});
        case PickleCode::EmptyTuple: return push({.kind = Kind::Tuple, .items = {}});
        case PickleCode::EmptyDict: return push({.kind = Kind::Dict, .items = {}});
        case PickleCode::PutShort: return put(1);
        case PickleCode::PutLong: return put(4);
        case PickleCode::Memoize: return remember(m_memo.size());
        case PickleCode::GetShort: return get(1);
        case PickleCode::GetLong: return get(4);
        default: return valueStep(static_cast<PickleCode>(code), at);
        }
    }

    bool valueStep(PickleCode code, std::size_t at) {
        switch (code) {
        case PickleCode::Int8: return whole(1);
        case PickleCode::Int16: return whole(2);
        case PickleCode::Int32: return whole(4);
        case PickleCode::Long: return longWhole();
        case PickleCode::Float: {
            std::string_view ignored;
            return takeBytes(8, ignored) && push({});
        }
        case PickleCode::Text: return text(4);
        case PickleCode::ShortText: return text(1);
        case PickleCode::Global: return global();
        case PickleCode::StackGlobal: return stackGlobal();
        case PickleCode::Tuple1: return tuple(1);
        case PickleCode::Tuple2: return tuple(2);
        case PickleCode::Tuple3: return tuple(3);
        default: return changeStep(code, at);
        }
    }

    bool changeStep(PickleCode code, std::size_t at) {
        std::vector<std::size_t> items;
        std::size_t item = 0;
        switch (code) {
        case PickleCode::Tuple: return popToMark(items) && push({.kind = Kind::Tuple, .items = std::move(items)});
        case PickleCode::PersistentId: return pop(item) && persistent(item);
        case PickleCode::Reduce: return reduce();
        case PickleCode::SetItems: return popToMark(items) && setItems(items);
        case PickleCode::SetItem: items.resize(2); return pop(items[1]) && pop(items[0]) && setItems(items);
        case PickleCode::Appends: return popToMark(items) && free() > 0; // no list matters here
        case PickleCode::Append:
        case PickleCode::BuildState: return pop(item) && free() > 0; // attributes of a dict do not matter either
        case PickleCode::Pop: return pop(item);
        default: return fail(words::unknownPickleCode(static_cast<unsigned>(code), at));
        }
    }

    bool remember(std::uint64_t place) {
        if (free() == 0) {
            return false;
        }
        m_memo[place] = m_stack.back();
        return true;
    }
    bool put(std::size_t bytes) {
        std::uint64_t place = 0;
        return takeNumber(bytes, place) && remember(place);
    }
    bool get(std::size_t bytes) {
        std::uint64_t place = 0;
        if (!takeNumber(bytes, place) || !m_memo.contains(place)) {
            return false;
        }
        m_stack.push_back(m_memo[place]);
        return true;
    }

    bool whole(std::size_t bytes) {
        std::uint64_t number = 0;
        if (!takeNumber(bytes, number)) {
            return false;
        }
        const bool isSigned = bytes == 4;
        const std::int64_t value = isSigned ? static_cast<std::int32_t>(static_cast<std::uint32_t>(number))
                                            : static_cast<std::int64_t>(number);
        return push({.kind = Kind::Whole, .whole = value, .items = {}});
    }
    /// Longer ones than 64 bits are no size of anything.
    bool longWhole() {
        std::uint64_t length = 0;
        std::string_view bytes;
        if (!takeNumber(1, length) || !takeBytes(length, bytes)) {
            return false;
        }
        std::uint64_t number = 0;
        bool fits = bytes.empty() || static_cast<unsigned char>(bytes.back()) < 0x80U; // else it is negative
        for (std::size_t index = 0; index < bytes.size(); ++index) {
            const std::uint64_t byte = static_cast<unsigned char>(bytes[index]);
            fits = fits && (index < sizeof(number) || byte == 0);
            number |= index < sizeof(number) ? byte << (8 * index) : 0;
        }
        fits = fits && number <= static_cast<std::uint64_t>(INT64_MAX);
        return fits ? push({.kind = Kind::Whole, .whole = static_cast<std::int64_t>(number), .items = {}}) : push({});
    }
    bool text(std::size_t bytes) {
        std::uint64_t length = 0;
        std::string_view characters;
        return takeNumber(bytes, length) && takeBytes(length, characters) &&
               push({.kind = Kind::Text, .text = characters, .items = {}});
    }
    bool tuple(std::size_t length) {
        std::vector<std::size_t> items(length);
        for (std::size_t index = length; index-- > 0;) {
            if (!pop(items[index])) {
                return false;
            }
        }
        return push({.kind = Kind::Tuple, .items = std::move(items)});
    }

    bool global() {
        std::string_view module;
        std::string_view name;
        return takeLine(module) && takeLine(name) && named(module, name);
    }
    bool stackGlobal() {
        std::size_t name = 0;
        std::size_t module = 0;
        return pop(name) && pop(module) && is(name, Kind::Text) && is(module, Kind::Text) &&
               named(m_items[module].text, m_items[name].text);
    }
    bool named(std::string_view module, std::string_view name) {
        const bool isKnown = (module == kRebuildModule && (name == kRebuildTensor || name == kRebuildParameter)) ||
                             (module == kCollections && name == kOrderedDict) ||
                             (module == kTorchModule && name.ends_with("Storage"));
        return isKnown ? push({.kind = Kind::Name, .text = name, .module = module, .items = {}})
                       : fail(words::refusedCall(std::string(module) + '.' + std::string(name)));
    }

    bool persistent(std::size_t item) {
        const std::vector<std::size_t>& parts = m_items[item].items;
        const bool isStorage = is(item, Kind::Tuple) && parts.size() == 5 && is(parts[0], Kind::Text) &&
                               m_items[parts[0]].text == kStorageTag && is(parts[1], Kind::Name) &&
                               m_items[parts[1]].module == kTorchModule && is(parts[2], Kind::Text);
        return isStorage && push({.kind = Kind::Storage,
                                  .text = m_items[parts[2]].text,
                                  .module = m_items[parts[1]].text,
                                  .items = {}});
    }

    bool setItems(const std::vector<std::size_t>& items) {
        if (free() == 0 || !is(m_stack.back(), Kind::Dict) || items.size() % 2 != 0) {
            return false;
        }
        std::vector<std::size_t>& all = m_items[m_stack.back()].items;
        all.insert(all.end(), items.begin(), items.end());
        return true;
    }

    bool reduce() {
        std::size_t arguments = 0;
        std::size_t called = 0;
        if (!pop(arguments) || !pop(called) || !is(arguments, Kind::Tuple) || !is(called, Kind::Name)) {
            return false;
        }
        const std::vector<std::size_t> parts = m_items[arguments].items; // a copy: pushing moves the items
        const std::string_view name = m_items[called].text;
        if (name == kOrderedDict) {
            return parts.empty() && push({.kind = Kind::Dict, .items = {}});
        }
        if (name == kRebuildParameter && !parts.empty() && is(parts[0], Kind::Tensor)) {
            m_stack.push_back(parts[0]);
            return true;
        }
        return name == kRebuildTensor && rebuild(parts);
    }

    bool sizes(std::size_t item, std::vector<std::uint64_t>& numbers) const {
        if (!is(item, Kind::Tuple)) {
            return false;
        }
        for (const std::size_t part : m_items[item].items) {
            if (!is(part, Kind::Whole) || m_items[part].whole < 0) {
                return false;
            }
            if (numbers.size() > kMostAxes) { // too many already, and one tuple may serve many tensors
                return true;
            }
            numbers.push_back(static_cast<std::uint64_t>(m_items[part].whole));
        }
        return true;
    }

    bool rebuild(const std::vector<std::size_t>& parts) {
        if (parts.size() < 4 || !is(parts[0], Kind::Storage) || !is(parts[1], Kind::Whole) ||
            m_items[parts[1]].whole < 0) {
            return false;
        }
        const Item& storage = m_items[parts[0]];
        Draft draft{storage.text, storage.module, {}, {static_cast<std::uint64_t>(m_items[parts[1]].whole), {}}};
        if (!sizes(parts[2], draft.shape) || !sizes(parts[3], draft.stored.strides) ||
            draft.shape.size() != draft.stored.strides.size()) {
            return false;
        }
        m_drafts.push_back(std::move(draft));
        return push({.kind = Kind::Tensor, .whole = static_cast<std::int64_t>(m_drafts.size() - 1), .items = {}});
    }

    // ---- the result -----------------------------------------------------------------------------------------------

    Result<std::vector<PickledTensor>> tensorsOf(std::size_t dict) const {
        if (!is(dict, Kind::Dict)) {
            return wrong(std::string(words::kNotADict));
        }
        const std::vector<std::size_t>& items = m_items[dict].items;
        std::vector<PickledTensor> tensors;
        std::unordered_set<std::string_view> names;
        for (std::size_t index = 0; index < items.size(); index += 2) {
            if (!is(items[index], Kind::Text)) {
                return wrong(std::string(words::kNotADict));
            }
            const std::string_view name = m_items[items[index]].text;
            if (!is(items[index + 1], Kind::Tensor)) {
                return wrong(words::notATensor(name));
            }
            if (!names.insert(name).second) {
                return wrong(words::duplicateEntry(name));
            }
            Result<PickledTensor> tensor =
                tensorOf(std::string(name), m_drafts[static_cast<std::size_t>(m_items[items[index + 1]].whole)]);
            if (!tensor) {
                return tensor.error();
            }
            tensors.push_back(std::move(*tensor));
        }
        return tensors;
    }

    Result<PickledTensor> tensorOf(std::string name, const Draft& draft) const {
        if (draft.shape.size() > kMostAxes) {
            return wrong(words::tooManyAxes(name, draft.shape.size(), kMostAxes));
        }
        const auto* const row = std::find_if(kStorages.begin(), kStorages.end(), [&draft](const StorageRow& each) {
            return draft.storageType == each.name;
        });
        if (row == kStorages.end()) {
            return wrong(words::unknownElements(name, draft.storageType));
        }
        return PickledTensor{{std::move(name), row->type, draft.shape}, draft.stored, std::string(draft.storage)};
    }

    std::string_view m_pickle;
    const std::string& m_file;
    std::size_t m_at = 0;
    bool m_isDone = false;
    std::optional<Error> m_error;
    std::vector<Item> m_items;
    std::vector<std::size_t> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, std::size_t> m_memo;
    std::vector<Draft> m_drafts;
};

} // namespace

const char* storageName(ElementType type) {
    const auto* const row =
        std::find_if(kStorages.begin(), kStorages.end(), [type](const StorageRow& each) { return each.type == type; });
    return row->name;
}

Result<std::vector<PickledTensor>> parsePickledDict(std::string_view pickle, const std::string& file) {
    return Unpickler(pickle, file).read();
}

} // namespace batchscope
