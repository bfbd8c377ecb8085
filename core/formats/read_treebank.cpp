// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading turns files into windows, windows into records, and records into entries of the index.
#include "core/formats/read_treebank.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bytes/input_files.h"
#include "core/formats/format_registry.h"
#include "core/shapes/shape.h"
#include "core/tree/tree_symbols.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kWindow = std::size_t{4} << 20U;

bool isEnoughOf(const Treebank& bank, const ReadRequest& request) {
    return bank.trees.size() >= request.enoughTrees && bank.bytesRead >= request.enoughBytes;
}

/// Adds the results of a reader to the bank.
class BankSink final : public TreeSink {
public:
    BankSink(Treebank& bank, std::uint32_t file, const ReadRequest& request, const RunControl& control)
        : m_bank(bank), m_file(file), m_request(request), m_control(control),
          m_symbols(bank.words, bank.labels, request.options) {}

    TreeSymbols& symbols() override { return m_symbols; }
    void addTree(const Tree& tree, const RecordPlace& place) override {
        const SymbolId traces = m_symbols.unwantedLabel();
        if (!traces.valid()) {
            m_bank.addTree(tree, place, m_measure);
        } else if (const std::optional<Tree> rest = withoutTraces(tree, traces)) {
            m_bank.addTree(*rest, place, m_measure);
        } else {
            addDiagnostic({place.line, place.column, place.recordBegin},
                          std::string("this tree is empty without its traces (-NONE-)"), {});
        }
    }
    void addDiagnostic(SourcePosition at, std::string message, std::string excerpt) override {
        m_bank.addDiagnostic({m_bank.files[m_file], at, std::move(message), std::move(excerpt)});
    }
    void setOrigin(std::string_view format) override {
        if (m_bank.origin.empty()) {
            m_bank.origin = format;
        }
    }
    bool goOn() override { return !m_control.stopRequested() && !isEnough(); }
    [[nodiscard]] bool isEnough() const { return isEnoughOf(m_bank, m_request); }

private:
    Treebank& m_bank;
    std::uint32_t m_file;
    const ReadRequest& m_request;
    const RunControl& m_control;
    TreeSymbols m_symbols;
    TreeMeasure m_measure;
};

/// The bytes of a file that were not taken yet.
class WindowText {
public:
    WindowText(ByteSource& source, const RunControl& control) : m_source(source), m_control(control) {}

    /// Reads until at least `size` bytes are available or the file ends.
    Status fill(std::size_t size) {
        m_text.erase(0, m_taken);
        m_byte += m_taken;
        m_taken = 0;
        if (!m_ended && m_byte + m_text.size() > 0) { // a small file fits into the first window
            m_text.reserve(size + kWindow);           // growing step by step could take twice as much
        }
        while (!m_ended && m_text.size() < size) {
            const Result<std::size_t> got = m_source.read(m_text, kWindow, m_control);
            if (!got) {
                m_ended = true;
                return got.error();
            }
            m_ended = *got == 0;
        }
        return Ok{};
    }
    [[nodiscard]] std::string_view text() const { return std::string_view(m_text).substr(m_taken); }
    [[nodiscard]] std::uint64_t byte() const { return m_byte + m_taken; }
    [[nodiscard]] bool ended() const { return m_ended; }
    void take(std::size_t count) { m_taken += count; }

private:
    ByteSource& m_source;
    const RunControl& m_control;
    std::string m_text;
    std::size_t m_taken = 0;
    std::uint64_t m_byte = 0; // position of m_text[0] in the file
    bool m_ended = false;
};

/// Reads file after file into one bank. The bank is named after the format of its first file with trees. A file that is
/// not a treebank becomes a diagnostic, so that the other files are still usable.
class TreebankReader {
public:
    TreebankReader(const RunControl& control, const ReadRequest& request) : m_control(control), m_request(request) {
        m_bank.options = request.options;
    }

    /// Trees are given away as soon as there are so many.
    void giveInParts(std::size_t trees, const std::function<Status(Treebank)>& take) {
        m_partTrees = trees;
        m_takePart = take;
    }
    /// The trees that were read so far; the next ones begin a new bank.
    Status givePart() {
        Treebank next;
        next.options = m_bank.options;
        next.files = m_bank.files;
        next.format = m_bank.format;
        next.origin = m_bank.origin;
        next.bytesTotal = m_bank.bytesTotal;
        next.bytesRead = m_bank.bytesRead;
        m_wasGiven = true;
        return m_takePart(std::exchange(m_bank, std::move(next)));
    }
    [[nodiscard]] bool wasGiven() const { return m_wasGiven; }

    Status add(const std::shared_ptr<ByteSource>& source, const InputPath& path) {
        WindowText window(*source, m_control);
        const Status filled = window.fill(kWindow);
        if (!filled && (filled.error().code == ErrorCode::Cancelled || window.text().empty())) {
            return filled.error();
        }
        const bool isBlank = window.text().find_first_not_of(" \t\r\n") == std::string_view::npos;
        const Result<const Format*> format =
            isBlank && !window.ended()
                ? Error{ErrorCode::Parse,
                        fmt::format(
                            "found {} of blank lines at the beginning; expected the first tree there: remove them",
                            formatBytes(window.text().size())),
                        path.name, SourcePosition{1, 1, 0}}
                : detectFormat(window.text(), path.name);
        if ((!format || (*format)->onlyNamed) && path.found == Found::InFolder) {
            m_bank.skipped.push_back(path.name);
            return Ok{};
        }
        const auto file = static_cast<std::uint32_t>(m_bank.files.size());
        m_bank.files.push_back(path.name);
        if (!format) {
            const Error& error = format.error();
            m_bank.addDiagnostic({path.name, error.position.value_or(SourcePosition{1, 1, 0}), error.message, {}});
            return Ok{};
        }
        Status read = (*format)->records != nullptr ? readRecords(source, window, **format, file)
                                                    : readWhole(*source, window, **format, file);
        if (!filled && read) {
            reportCut(filled.error(), file);
        }
        return read;
    }

    Status finish() {
        for (const Waiting& source : m_waiting) {
            TRY(take(source.text, *source.format, source.file));
        }
        return Ok{};
    }

    /// Records that reading ended before the files did.
    void cutShort() { m_bank.complete = false; }
    [[nodiscard]] bool isEnough() const { return m_full || isEnoughOf(m_bank, m_request); }
    /// Sets the total size of the files; 0 means a pipe, which cannot be read again and so is read completely.
    void setTotal(std::uint64_t bytes) {
        m_bank.bytesTotal = bytes;
        if (bytes == 0) {
            m_request.enoughTrees = static_cast<std::size_t>(-1);
        }
    }
    void endFile(std::uint64_t consumed) {
        m_bytesBefore += consumed;
        m_bank.bytesRead = m_bytesBefore;
    }
    [[nodiscard]] std::size_t treeCount() const { return m_bank.trees.size(); }
    Treebank take() { return std::move(m_bank); }

private:
    struct Waiting {
        std::string text;
        const Format* format;
        std::uint32_t file;
    };

    /// Parse error for files that cannot be opened together: word ids are either rows of `vectors` or words of a text,
    /// and a program must be opened alone.
    Status checkCompany(const Format& format, std::uint32_t file) {
        const bool wordsAreRows = m_bank.words.size() == m_bank.vectors.rows();
        const bool sameLeaves = format.leaves == Leaves::Vectors ? wordsAreRows : m_bank.vectors.rows() == 0;
        if (format.records == nullptr && m_bank.trees.heldCount() < m_bank.trees.size()) {
            return Error{ErrorCode::Parse,
                         fmt::format("the files before this one are too large to open together with a file of format "
                                     "{}; open them separately",
                                     format.name),
                         m_bank.files[file]};
        }
        const bool alone = m_bank.program.empty() && (format.leaves != Leaves::Program || m_bank.trees.empty());
        if (!alone) {
            return Error{ErrorCode::Parse, "a program cannot be opened together with other files; open it alone",
                         m_bank.files[file]};
        }
        if (!sameLeaves) {
            return Error{ErrorCode::Parse,
                         fmt::format("a file of format {} cannot be opened together with the files before it (format "
                                     "{}): leaves are either words or vectors; open them separately",
                                     format.name, m_bank.format),
                         m_bank.files[file]};
        }
        if (m_bank.format.empty()) {
            m_bank.format = format.name;
        }
        return Ok{};
    }

    Status readWhole(const ByteSource& source, WindowText& window, const Format& format, std::uint32_t file) {
        constexpr std::size_t kPieces = 8; // the limit may rise as more of the file is read
        constexpr std::uint64_t kShareOfText = 5;
        for (;;) {
            const std::uint64_t most = fileLimit(m_bytesBefore + source.consumed()) / kShareOfText;
            if (window.text().size() > most) {
                return Error{ErrorCode::Io,
                             fmt::format("this file is larger than {}, the limit for a file of format {}; {}",
                                         formatBytes(most), format.name, raiseAdvice(kShareOfText * most)),
                             m_bank.files[file]};
            }
            if (window.ended()) {
                break;
            }
            TRY(window.fill(window.text().size() + kPieces * kWindow));
        }
        m_bank.bytesRead = m_bytesBefore + source.consumed();
        if (format.readLast != nullptr && format.readLast(window.text())) {
            m_waiting.push_back({std::string(window.text()), &format, file});
            return Ok{};
        }
        return take(window.text(), format, file);
    }

    Status take(std::string_view text, const Format& format, std::uint32_t file) {
        const Status fits = checkCompany(format, file);
        return fits ? format.whole(text, file, m_bank, m_control) : fits;
    }

    Status readRecords(const std::shared_ptr<ByteSource>& source, WindowText& window, const Format& format,
                       std::uint32_t file) {
        TRY(checkCompany(format, file));
        window.take(byteOrderMarkLength(window.text()));
        const auto beginSegment = [&] {
            m_bank.segments.push_back({.firstTree = m_bank.trees.size(),
                                       .file = file,
                                       .format = format.name,
                                       .records = format.records,
                                       .bytes = source});
        };
        beginSegment();
        const auto reader = format.records({1, 1, window.byte()});
        std::optional<BankSink> sink(std::in_place, m_bank, file, m_request, m_control);
        const std::size_t longest = treeLimits().textBytes;
        std::size_t wanted = kWindow;
        LastTree last{m_bank.trees.size(), window.byte()};
        while (!window.text().empty()) {
            const WindowEnd end = window.ended()                   ? WindowEnd::File
                                  : window.text().size() < longest ? WindowEnd::More
                                                                   : WindowEnd::Limit;
            const std::size_t taken = reader->take({window.text(), window.byte(), end}, *sink);
            window.take(taken);
            m_bank.bytesRead = m_bytesBefore + source->consumed();
            m_control.report("parse", m_bank.bytesRead, std::max(m_bank.bytesTotal, m_bank.bytesRead));
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            if (sink->isEnough()) {
                m_bank.complete = window.ended() && window.text().empty();
                return Ok{};
            }
            if (reportFull(file) || reportEndless(file, last, window.byte())) {
                return Ok{};
            }
            if (m_partTrees > 0 && m_bank.trees.size() >= m_partTrees) {
                TRY(givePart());
                beginSegment();
                sink.emplace(m_bank, file, m_request, m_control);
                last = {0, window.byte()};
            }
            wanted = taken > 0 ? kWindow : std::min(2 * window.text().size(), longest);
            if (const Status filled = window.fill(wanted); !filled) {
                if (filled.error().code == ErrorCode::Cancelled) {
                    return filled.error();
                }
                reportCut(filled.error(), file);
            }
        }
        return Ok{};
    }

    /// Reports and returns true if the bank has reached the memory limit of its files; nothing more is read then.
    bool reportFull(std::uint32_t file) {
        const std::uint64_t limit = fileLimit(m_bank.bytesRead);
        m_full = m_bank.bytes() > limit;
        if (m_full) {
            reportCut({ErrorCode::Io,
                       words::treesUseTooMuchMemory(withThousands(m_bank.trees.size()), formatBytes(m_bank.bytes()),
                                                    limitAdvice(limit, 4 * m_bank.bytes()))},
                      file);
        }
        return m_full;
    }

    /// The number of trees so far, and approximately where in the file the last tree ended.
    struct LastTree {
        std::size_t trees;
        std::uint64_t byte;
    };

    /// Reports and returns true at the limit of text without a tree: a pipe may never end, so reading must stop.
    bool reportEndless(std::uint32_t file, LastTree& last, std::uint64_t byte) {
        constexpr std::uint64_t kTexts = 8; // times the size limit of a tree
        if (m_bank.trees.size() > last.trees) {
            last = {m_bank.trees.size(), byte};
        }
        const std::uint64_t most = kTexts * treeLimits().textBytes;
        const bool isEndless = byte - last.byte > most;
        if (isEndless) {
            reportCut({ErrorCode::Parse, fmt::format("found no tree in {} of text; {}; the rest was not read",
                                                     formatBytes(most), raiseAdvice(inputLimit()))},
                      file);
        }
        return isEndless;
    }

    /// Reports that the file cannot be read to its end; everything before that is kept.
    void reportCut(const Error& error, std::uint32_t file) {
        m_bank.isCut = true;
        m_bank.addDiagnostic(
            {m_bank.files[file], {1, 1, 0}, fmt::format("{}; everything read before is kept", error.message), {}});
    }

    Treebank m_bank;
    std::vector<Waiting> m_waiting;
    std::uint64_t m_bytesBefore = 0; // size of the files that were read completely
    bool m_full = false;             // the files have reached their memory limit
    std::size_t m_partTrees = 0;     // 0: all trees are kept
    std::function<Status(Treebank)> m_takePart;
    bool m_wasGiven = false;
    const RunControl& m_control;
    ReadRequest m_request;
};

/// Replaces rare words by `<unk>`, since nets learn nothing about words that occur only once: words that occur fewer
/// than bank.options.rareBelow times in all trees. Other words keep their order but get new ids, also in the held
/// trees; trees that are read again use the new table. No effect if rareBelow is 0 or the bank has vectors.
void mapRareWords(Treebank& bank) {
    if (bank.options.rareBelow == 0 || bank.vectors.rows() > 0) {
        return;
    }
    bank.wordCounts.resize(bank.words.size(), 0); // words of damaged trees have no count yet
    SymbolTable words;
    std::vector<std::uint64_t> counts;
    std::vector<SymbolId> renamed(bank.words.size());
    for (std::size_t index = 0; index < bank.words.size(); ++index) {
        const bool isRare = bank.wordCounts[index] < bank.options.rareBelow;
        renamed[index] = words.intern(isRare ? kUnknownWord : bank.words.text(SymbolId(index)));
        counts.resize(words.size(), 0);
        counts[renamed[index].index()] += bank.wordCounts[index];
    }
    for (Tree& tree : bank.trees.heldTrees()) {
        for (SymbolId& word : tree.words) {
            word = word.valid() ? renamed[word.index()] : word;
        }
    }
    bank.words = std::move(words);
    bank.wordCounts = std::move(counts);
}

Result<Treebank> usable(Treebank bank) {
    if (!bank.trees.empty()) {
        mapRareWords(bank);
        return bank;
    }
    if (bank.diagnostics.empty() && bank.files.empty() && !bank.skipped.empty()) {
        return Error{ErrorCode::Parse, "the folder contains no treebank; to read plain sentences, open the file itself",
                     bank.skipped.front()};
    }
    if (bank.diagnostics.empty()) {
        return Error{ErrorCode::Parse, "no trees found", bank.files.empty() ? "" : bank.files.front()};
    }
    const Diagnostic& first = bank.diagnostics.front();
    const std::size_t more = bank.badTrees - 1;
    const std::string others =
        more == 0 ? "" : fmt::format(" ({} more error{}, and no usable tree)", more, more == 1 ? "" : "s");
    return Error{ErrorCode::Parse, first.message + others, first.file, first.position};
}

Status readAll(const std::vector<InputPath>& paths, TreebankReader& reader, const RunControl& control) {
    for (const InputPath& path : paths) {
        const Result<std::shared_ptr<ByteSource>> source = ByteSource::open(path.name, control);
        TRY(source);
        TRY(reader.add(*source, path));
        reader.endFile((*source)->consumed());
        if (reader.isEnough() && &path != &paths.back()) {
            reader.cutShort();
            break;
        }
    }
    return reader.finish();
}

} // namespace

Result<Treebank> readTreebank(const std::vector<std::string>& paths, const RunControl& control,
                              const ReadRequest& request) {
    if (std::count(paths.begin(), paths.end(), "-") > 1) {
        return Error{ErrorCode::Io, "standard input can be read only once", "-"};
    }
    const Result<std::vector<InputPath>> inputs = inputPaths(paths);
    TRY(inputs);
    TreebankReader reader(control, request);
    reader.setTotal(totalSize(*inputs));
    if (const Status read = readAll(*inputs, reader, control); !read) {
        const bool keeps = read.error().code == ErrorCode::Cancelled &&
                           request.whenStopped == ReadRequest::WhenStopped::Keep && reader.treeCount() > 0;
        if (!keeps) {
            return read.error();
        }
        reader.cutShort();
    }
    return usable(reader.take());
}

Status readTreebankParts(const std::vector<std::string>& paths, const RunControl& control, const ReadOptions& options,
                         std::size_t trees, const std::function<Status(Treebank)>& take) {
    const Result<std::vector<InputPath>> inputs = inputPaths(paths);
    TRY(inputs);
    ReadRequest request;
    request.options = options;
    TreebankReader reader(control, request);
    reader.setTotal(totalSize(*inputs));
    reader.giveInParts(trees, take);
    TRY(readAll(*inputs, reader, control));
    if (reader.wasGiven() && reader.treeCount() == 0) {
        return Ok{};
    }
    Result<Treebank> last = usable(reader.take());
    TRY(last);
    return take(std::move(*last));
}

Result<Treebank> readTreebankText(std::string_view text, const std::string& name, const RunControl& control,
                                  const ReadRequest& request) {
    TreebankReader reader(control, request);
    const Status read = reader.add(ByteSource::ofText(std::string(text)), {name, Found::Named});
    const Status done = read ? reader.finish() : read;
    return done ? usable(reader.take()) : Result<Treebank>(done.error());
}

} // namespace batchscope
