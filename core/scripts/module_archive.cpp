// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_archive.h"

#include "core/base/budget.h"
#include "core/base/text.h"
#include "core/bytes/zip.h"
#include "core/words/file_words.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <vector>

namespace batchscope {

namespace {

// Checks the code in a module's archive before LibTorch compiles it: does compiling or reading run any of it? LibTorch
// evaluates class constants and default arguments during compilation, and calls __setstate__ of objects during reading.

/// The prefix of objects implemented in C++, in code and pickles: their __setstate__ is native code.
constexpr std::string_view kObjectsOfCpp = "torch.classes";

constexpr std::string_view kTypesOfAttributes = "__annotations__[";
constexpr auto kRefusedNames = std::to_array<std::string_view>({"__setstate__", "__getstate__", kObjectsOfCpp});

/// Names allowed in constants that torch.jit.save writes; calls of these names make only numbers and lists.
constexpr auto kConstantNames = std::to_array<std::string_view>(
    {"True", "False", "None", "inf", "nan", "torch", "device", "annotate", "List", "Dict", "Tuple", "Optional", "int",
     "float", "bool", "str", "Tensor", "CONSTANTS", "complex"});

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The position after the string that begins at `begin`.
std::size_t endOfString(std::string_view code, std::size_t begin) {
    const char quote = code[begin];
    const std::string triple(3, quote);
    const bool isTriple = code.substr(begin, 3) == triple;
    std::size_t at = begin + (isTriple ? 3 : 1);
    while (at < code.size()) {
        if (code[at] == '\\') {
            at += 2;
        } else if (isTriple ? code.substr(at, 3) == triple : code[at] == quote) {
            return at + (isTriple ? 3 : 1);
        } else {
            ++at;
        }
    }
    return code.size();
}

/// True if the expression consists of constants only: numbers, strings, and lists of constants.
bool isConstant(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfString(text, at);
        } else if (isDigit(c)) { // also 1e-05, 0x1f and 2j
            while (at < text.size() && (isLetter(text[at]) || isDigit(text[at]))) {
                ++at;
            }
        } else if (isLetter(c)) {
            const std::size_t begin = at;
            while (at < text.size() && (isLetter(text[at]) || isDigit(text[at]))) {
                ++at;
            }
            const std::string_view name = text.substr(begin, at - begin);
            const bool isOfArchive = name.size() > 1 && name[0] == 'c' && // as in CONSTANTS.c0
                                     std::all_of(name.begin() + 1, name.end(), isDigit);
            if (!isOfArchive && std::find(kConstantNames.begin(), kConstantNames.end(), name) == kConstantNames.end()) {
                return false;
            }
        } else if (std::string_view(" \t\r\n()[]{},.:-").find(c) == std::string_view::npos) {
            return false;
        } else {
            ++at;
        }
    }
    return true;
}

/// A line, including the lines that continue its brackets or strings.
struct Statement {
    std::size_t indent = 0;
    std::string_view text;
};

/// Nullopt if the code contains something that torch.jit.save does not write, such as a comment: parsers might disagree
/// about it.
std::optional<std::vector<Statement>> statementsOf(std::string_view code) {
    std::vector<Statement> statements;
    for (std::size_t begin = 0; begin < code.size();) {
        const std::size_t first = std::min(code.find_first_not_of(' ', begin), code.size());
        std::size_t depth = 0;
        std::size_t at = first;
        for (; at < code.size() && (code[at] != '\n' || depth > 0); ++at) {
            const char c = code[at];
            if (c == '"' || c == '\'') {
                at = endOfString(code, at) - 1;
            } else if (c == '#' || c == '\\' || (c != '\n' && static_cast<unsigned char>(c) < ' ')) {
                return std::nullopt;
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (c == ')' || c == ']' || c == '}') {
                depth -= depth > 0 ? 1 : 0;
            }
        }
        if (at > first) {
            statements.push_back({first - begin, code.substr(first, at - first)});
        }
        begin = at + 1;
    }
    return statements;
}

/// The first value assigned with `=` that is not a constant, at bracket depth `inside`; a comma at that depth ends a
/// value.
std::string_view computed(std::string_view text, std::size_t inside) {
    std::size_t depth = 0;
    std::size_t begin = std::string_view::npos;
    const auto expression = [&](std::size_t end) {
        const std::string_view found =
            begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin);
        begin = std::string_view::npos;
        return isConstant(found) ? std::string_view() : found;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = endOfString(text, at) - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == inside && inside > 0) {
                return expression(at); // end of the arguments; the result type follows
            }
            depth -= depth > 0 ? 1 : 0;
        } else if (depth == inside && c == '=' && begin == std::string_view::npos) {
            begin = at + 1;
        } else if (depth == inside && c == ',' && inside > 0) {
            if (const std::string_view found = expression(at); !found.empty()) {
                return found;
            }
        }
    }
    return expression(text.size());
}

/// The code that would run during reading, as text for users: `__setstate__`, or `x = torch.ones(2)`, which
/// torch.jit.save never writes. Empty if there is none.
std::string runsWhileReadBy(std::string_view code) {
    for (const std::string_view name : kRefusedNames) {
        if (code.find(name) != std::string_view::npos) {
            return std::string(name);
        }
    }
    const std::optional<std::vector<Statement>> statements = statementsOf(code);
    if (!statements) {
        return std::string("code that torch.jit.save does not write");
    }
    std::size_t bodyIndent = 0; // indentation of the current def, if inBody
    bool inBody = false;
    for (const Statement& statement : *statements) {
        if ((inBody && statement.indent > bodyIndent) || statement.text.starts_with(kTypesOfAttributes)) {
            continue; // runs only when it is called, or never
        }
        inBody = statement.text.starts_with("def");
        bodyIndent = statement.indent;
        const std::string_view found = computed(statement.text, inBody ? 1 : 0);
        if (!found.empty()) {
            return std::string(found.substr(std::min(found.find_first_not_of(' '), found.size() - 1)));
        }
    }
    return {};
}

constexpr const char* kIsPickle = "this is a pickled Python object; it can run any code while it is read, so it is not "
                                  "opened. Save the module with torch.jit.script(module).save(\"encoder.pt\")";
constexpr const char* kNoArchive =
    "this is no TorchScript file; save the module with torch.jit.script(module).save(\"encoder.pt\")";
std::string runsWhileRead(std::string_view place, std::string_view what) {
    return fmt::format("{} holds {}, which would run while the file is read; such modules are not opened", place, what);
}

Error notAModule(const std::string& path, const char* why) {
    return Error{ErrorCode::Parse, why, path};
}

constexpr std::string_view kZip = "PK"; // first bytes of a zip file

/// True for old torch.save files and plain pickles, which are not archives.
bool beginsAsPickle(std::string_view bytes) {
    return bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 0 && bytes[1] <= 5;
}

std::string firstBytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(2, '\0');
    file.read(bytes.data(), 2);
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// The purpose of an entry.
enum class EntryKind {
    Numbers, ///< the data of a tensor
    Code,
    Places, ///< source positions of the code
    Pickle,
    Version,
    Vocabulary,
    Unknown, ///< not copied to the new archive
};

/// The path inside the archive's top folder: `encoder/code/x.py` → `code/x.py`.
std::string_view inner(std::string_view name) {
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? std::string_view() : name.substr(slash + 1);
}

EntryKind kindOf(std::string_view name) {
    for (const std::string_view folder : {"data/", "constants/"}) {
        if (name.starts_with(folder) && name.size() > folder.size() &&
            name.find_first_not_of("0123456789", folder.size()) == std::string_view::npos) {
            return EntryKind::Numbers;
        }
    }
    if (name.starts_with("code/") && name.find("..") == std::string_view::npos) {
        return name.ends_with(".py")             ? EntryKind::Code
               : name.ends_with(".py.debug_pkl") ? EntryKind::Places
                                                 : EntryKind::Unknown;
    }
    if (name == "data.pkl" || name == "constants.pkl") {
        return EntryKind::Pickle;
    }
    if (name == "version" || name == ".data/version" || name == "byteorder") {
        return EntryKind::Version;
    }
    return name == "extra/vocabulary.txt" ? EntryKind::Vocabulary : EntryKind::Unknown;
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(c < 0x80 ? std::tolower(c) : c); });
    return text;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines = split(text, '\n');
    for (std::string& line : lines) {
        if (line.ends_with('\r')) {
            line.pop_back();
        }
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

/// Writes the archive for LibTorch.
class Repacker {
public:
    explicit Repacker(const ZipReader& archive) : m_archive(archive) {}

    Result<ModuleArchive> run() {
        for (const ZipEntry& entry : m_archive.entries()) {
            m_found.unpacked += entry.size;
        }
        if (m_found.unpacked > memoryLimit()) {
            return Error{
                ErrorCode::Config,
                words::moduleTooLarge(formatBytes(m_found.unpacked), limitAdvice(memoryLimit(), m_found.unpacked)),
                m_archive.file()};
        }
        for (const ZipEntry& entry : m_archive.entries()) {
            TRY(take(entry));
        }
        TRY(m_writer.finish());
        std::sort(m_found.records.rbegin(), m_found.records.rend());
        m_found.packed = std::move(m_packed);
        return std::move(m_found);
    }

private:
    Status take(const ZipEntry& entry) {
        const std::string_view name = inner(entry.name);
        const EntryKind kind = kindOf(name);
        const std::string usual = lowered(std::string(name));
        if (kind == EntryKind::Unknown) { // LibTorch may still use it, as it ignores case
            return kindOf(usual) == EntryKind::Unknown
                       ? Status(Ok{})
                       : m_archive.error(fmt::format("damaged: the entry {} is not spelled as torch.jit.save spells it",
                                                     entry.name));
        }
        if (!m_names.insert(usual).second) {
            return m_archive.error(fmt::format("the entry {} and another one differ in upper and lower case at most, "
                                               "which LibTorch cannot tell apart; rename one of the two classes",
                                               entry.name));
        }
        const Result<std::string> bytes = m_archive.read(entry); // verifies the checksum, which LibTorch does not
        TRY(bytes);
        switch (kind) {
        case EntryKind::Numbers: m_found.records.push_back(entry.size); break;
        case EntryKind::Code:
            if (const std::string refused = runsWhileReadBy(*bytes); !refused.empty()) {
                return m_archive.error(runsWhileRead(name, refused));
            }
            break;
        case EntryKind::Pickle:
            if (bytes->find(kObjectsOfCpp) != std::string::npos) {
                return m_archive.error(runsWhileRead(name, kObjectsOfCpp));
            }
            break;
        case EntryKind::Vocabulary: m_found.vocabulary = linesOf(*bytes); return Ok{};
        default: break;
        }
        return m_writer.add("module/" + std::string(name), *bytes);
    }

    const ZipReader& m_archive;
    ModuleArchive m_found;
    std::set<std::string> m_names;
    std::string m_packed;
    ZipWriter m_writer{m_packed};
};

Result<ModuleArchive> inspected(const Result<ZipReader>& archive, bool beginsAsZip) {
    if (!archive) {
        Error error = archive.error();
        if (beginsAsZip && error.message == words::kNotAZipArchive) {
            error.message = "this file is cut short: its directory, at the end, is missing; copy or save it again";
        } else if (error.code == ErrorCode::Parse) {
            error.message += std::string("; ") + kNoArchive;
        }
        return error;
    }
    const auto has = [&](std::string_view wanted) {
        return std::any_of(archive->entries().begin(), archive->entries().end(),
                           [&](const ZipEntry& entry) { return inner(entry.name).starts_with(wanted); });
    };
    if (!has("data.pkl")) {
        return notAModule(archive->file(), kNoArchive);
    }
    if (!has("code/") || !has("constants.pkl")) {
        return notAModule(archive->file(),
                          "this file holds weights (torch.save), not a module: it has no code. Save the module with "
                          "torch.jit.script(module).save(\"encoder.pt\"); if the weights are those of another net, "
                          "choose that net and open them as weights (run and export-values: --weights FILE)");
    }
    return Repacker(*archive).run();
}

} // namespace

std::string stampOf(const std::string& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed) {
        return {};
    }
    const auto time = std::filesystem::last_write_time(path, failed);
    return failed ? std::string() : fmt::format("{} {}", size, time.time_since_epoch().count());
}

Result<ModuleArchive> inspectArchive(const std::string& path) {
    const std::string stamp = stampOf(path); // before reading, so that a later change is noticed
    const std::string first = firstBytes(path);
    if (beginsAsPickle(first)) {
        return notAModule(path, kIsPickle);
    }
    Result<ModuleArchive> found = inspected(ZipReader::open(path), first == kZip);
    if (found) {
        found->stamp = stamp;
    }
    return found;
}

Result<ModuleArchive> inspectArchiveBytes(std::string bytes, const std::string& file) {
    const bool isZip = bytes.starts_with(kZip);
    return beginsAsPickle(bytes) ? Result<ModuleArchive>(notAModule(file, kIsPickle))
                                 : inspected(ZipReader::ofBytes(std::move(bytes), file), isZip);
}

} // namespace batchscope
