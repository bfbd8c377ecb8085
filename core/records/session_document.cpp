// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/session_document.h"

#include "core/bytes/file_bytes.h"
#include "core/bytes/file_writer.h"
#include "core/records/json_reader.h"
#include "core/records/tree_range.h"
#include "core/session/session_choice.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace batchscope {

namespace {

// What was expected of a value.
constexpr std::string_view kListOfFiles = "a list of files, each with path and hash";
constexpr std::string_view kWidthExpected = "a width of at least 1";
constexpr std::string_view kNameExpected = "a name";

namespace fs = std::filesystem;

constexpr const char* kFormat = "batchscope-session";
constexpr const char* kOfNode = "node";
constexpr const char* kOfStep = "step";

std::string relativeTo(const std::string& folder, const std::string& file) {
    std::error_code ignored;
    const fs::path path = fs::absolute(file, ignored).lexically_normal();
    const fs::path relative = path.lexically_relative(fs::absolute(folder, ignored).lexically_normal());
    const bool isInside = !folder.empty() && !relative.empty() && *relative.begin() != "..";
    return isInside ? relative.string() : path.string();
}

std::string absoluteFrom(const std::string& file, const std::string& session) {
    const fs::path path(file);
    std::error_code ignored;
    return path.is_absolute() ? file
                              : (fs::absolute(session, ignored).parent_path() / path).lexically_normal().string();
}

Json focusJson(const Focus& focus) {
    Json json = Json::object();
    const auto put = [&json](const char* key, auto id) {
        if (id.valid()) {
            json[key] = id.value;
        }
    };
    put("node", focus.node);
    put("second", focus.second);
    put("batch", focus.batch);
    put("tree", focus.tree);
    return json;
}

Json choicesJson(const SessionConfig& config) {
    Json json = Json::object();
    for (const SessionChoice& choice : sessionChoices()) {
        json[choice.id] = choice.present(config);
    }
    return json;
}

/// Those of the session's files.
Json bookmarksJson(const SavedSession& session) {
    Json list = Json::array();
    for (const Bookmark& bookmark : session.bookmarks) {
        if (bookmark.files != session.config.files) {
            continue;
        }
        Json one = {{"of", bookmark.of == Bookmark::Of::Node ? kOfNode : kOfStep},
                    {"op", bookmark.op},
                    {"nth", bookmark.nth},
                    {"note", bookmark.note}};
        if (bookmark.tree.valid()) {
            one["tree"] = bookmark.tree.value;
        }
        if (bookmark.treeNode.valid()) {
            one["tree_node"] = bookmark.treeNode.value;
        }
        list.push_back(std::move(one));
    }
    return list;
}

/// Reads one document; the first fault counts.
class SessionReader {
public:
    SessionReader(const Json& json, const std::string& file) : m_file(file), m_reader(json, {file, {}}, m_fault) {}

    Result<SavedSession> read() {
        readFiles();
        readChoices();
        readPlace();
        readBreakpoints();
        readBookmarks();
        readSchedule();
        m_reader.mayHave("arrangement", m_session.arrangement, kNameExpected);
        if (m_fault) {
            return *m_fault;
        }
        return std::move(m_session);
    }

private:
    void readFiles() {
        const Json* const files = m_reader.find("files");
        if (files == nullptr || !files->is_array()) {
            m_reader.fail("files", kListOfFiles);
            return;
        }
        for (const Json& file : *files) {
            const bool isFile = file.is_object() && file.contains("path") && file["path"].is_string();
            if (!isFile) {
                m_reader.fail("files", kListOfFiles);
                return;
            }
            m_session.config.files.push_back(absoluteFrom(file["path"].get<std::string>(), m_file));
            const bool hasHash = file.contains("hash") && file["hash"].is_string();
            m_session.hashes.push_back(hasHash ? file["hash"].get<std::string>() : std::string());
        }
    }

    void readChoices() {
        const Json* const choices = m_reader.find("choices");
        if (choices == nullptr) {
            return;
        }
        if (!choices->is_object()) {
            m_reader.fail("choices", "an object of choices by name");
            return;
        }
        for (const SessionChoice& choice : sessionChoices()) {
            if (!choices->contains(choice.id)) {
                continue;
            }
            const Json& value = (*choices)[choice.id];
            const Status applied = value.is_string() ? choice.apply(m_session.config, value.get<std::string>())
                                                     : Status(Error{ErrorCode::Config, std::string(kNameExpected)});
            if (!applied && !m_fault) {
                m_fault =
                    Error{ErrorCode::Config, fmt::format("choice \"{}\": {}", choice.id, applied.error().message)};
                m_fault->file = m_file;
            }
        }
    }

    void readPlace() {
        GraphOptions& graph = m_session.config.graph;
        m_reader.mayHave("dim", graph.dim, kWidthExpected);
        if (graph.dim < 1 || graph.dim > kLargestDim) {
            m_reader.fail("dim", kWidthExpected);
        }
        m_reader.mayHave("seed", m_session.config.seed, words::kJsonCount);
        m_reader.mayHave("weights", m_session.config.weights, kNameExpected);
        std::string trees;
        m_reader.mayHave("trees", trees, words::kKnownTreeRange);
        if (const Result<TreeRange> range = parseTreeRange(trees); !trees.empty() && range) {
            graph.trees = *range;
        } else if (!trees.empty()) {
            m_reader.fail("trees", words::kKnownTreeRange);
        }
        std::vector<std::uint32_t> picked;
        m_reader.mayHave("picked", picked, "a list of tree numbers");
        for (const std::uint32_t tree : picked) {
            graph.picked.emplace_back(tree);
        }
        m_reader.mayHave("moment", m_session.moment, "a number that is not negative");
        JsonReader selected = m_reader.inside("selected");
        const auto id = [&selected](const char* key, auto& into) {
            std::uint32_t value = 0;
            if (selected.find(key) != nullptr) {
                selected.need(key, value, words::kJsonCount);
                into.value = value;
            }
        };
        id("node", m_session.focus.node);
        id("second", m_session.focus.second);
        id("batch", m_session.focus.batch);
        id("tree", m_session.focus.tree);
    }

    void readBreakpoints() {
        const Json* const list = m_reader.find("breakpoints");
        if (list == nullptr) {
            return;
        }
        for (const Json& each : *list) {
            const bool isOne = each.is_object() && each.contains("query") && each["query"].is_string();
            if (!isOne) {
                m_reader.fail("breakpoints", "a list of breakpoints, each with query and on");
                return;
            }
            const bool isOn = !each.contains("on") || !each["on"].is_boolean() || each["on"].get<bool>();
            m_session.breakpoints.push_back({each["query"].get<std::string>(), isOn});
        }
    }

    /// What it says is checked when the graph is known.
    void readSchedule() {
        const Json* const schedule = m_reader.find("schedule");
        if (schedule == nullptr) {
            return;
        }
        if (!schedule->is_string()) {
            m_reader.fail("schedule", "the text of a schedule");
            return;
        }
        m_session.schedule = schedule->get<std::string>();
    }

    void readBookmarks() {
        const Json* const list = m_reader.find("bookmarks");
        if (list == nullptr) {
            return;
        }
        for (const Json& each : *list) {
            const auto isText = [&each](const char* key) { return each.contains(key) && each[key].is_string(); };
            const bool isOne =
                each.is_object() && isText("of") && isText("op") && (each["of"] == kOfNode || each["of"] == kOfStep);
            if (!isOne) {
                m_reader.fail("bookmarks", "a list of bookmarks, each with of (node or step) and op");
                return;
            }
            const auto number = [&each](const char* key) {
                const bool isThere = each.contains(key) && each[key].is_number_unsigned();
                return isThere ? std::optional(each[key].get<std::uint32_t>()) : std::nullopt;
            };
            Bookmark bookmark;
            bookmark.of = each["of"] == kOfNode ? Bookmark::Of::Node : Bookmark::Of::Step;
            bookmark.op = each["op"].get<std::string>();
            bookmark.nth = number("nth").value_or(0);
            bookmark.note = isText("note") ? each["note"].get<std::string>() : std::string();
            if (const auto tree = number("tree")) {
                bookmark.tree = TreeId(*tree);
            }
            if (const auto treeNode = number("tree_node")) {
                bookmark.treeNode = TreeNodeId(*treeNode);
            }
            bookmark.files = m_session.config.files;
            m_session.bookmarks.push_back(std::move(bookmark));
        }
    }

    const std::string& m_file;
    std::optional<Error> m_fault;
    JsonReader m_reader;
    SavedSession m_session;
};

} // namespace

std::string hashOfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::error_code fault;
    if (!file || !fs::is_regular_file(path, fault)) {
        return {};
    }
    if (const std::uintmax_t size = fs::file_size(path, fault); size > kLargestHashed) {
        return fmt::format("bytes:{}", size);
    }
    constexpr std::uint64_t kOffset = 14695981039346656037U; // FNV-1a, 64 bits
    constexpr std::uint64_t kPrime = 1099511628211U;
    std::uint64_t hash = kOffset;
    std::array<char, 1U << 16U> block{};
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
        for (std::streamsize at = 0; at < file.gcount(); ++at) {
            hash = (hash ^ static_cast<unsigned char>(block[static_cast<std::size_t>(at)])) * kPrime;
        }
    }
    return fmt::format("fnv1a64:{:016x}", hash);
}

std::string sessionText(const SavedSession& session, const std::string& folder) {
    const SessionConfig& config = session.config;
    Json files = Json::array();
    for (std::size_t place = 0; place < config.files.size(); ++place) {
        const bool hasHash = place < session.hashes.size();
        files.push_back({{"path", relativeTo(folder, config.files[place])},
                         {"hash", hasHash ? session.hashes[place] : std::string()}});
    }
    Json breakpoints = Json::array();
    for (const Breakpoint& breakpoint : session.breakpoints) {
        breakpoints.push_back({{"query", breakpoint.query}, {"on", breakpoint.isOn}});
    }
    Json document = {{"format", kFormat},
                     {"version", kSessionVersion},
                     {"files", files},
                     {"choices", choicesJson(config)},
                     {"dim", config.graph.dim},
                     {"seed", config.seed},
                     {"weights", config.weights},
                     {"trees", treeRangeText(config.graph.trees)},
                     {"moment", session.moment},
                     {"selected", focusJson(session.focus)},
                     {"breakpoints", breakpoints},
                     {"bookmarks", bookmarksJson(session)},
                     {"arrangement", session.arrangement}};
    if (!session.schedule.empty()) {
        document["schedule"] = session.schedule;
    }
    if (!config.graph.picked.empty()) {
        Json picked = Json::array();
        for (const TreeId tree : config.graph.picked) {
            picked.push_back(tree.value);
        }
        document["picked"] = picked;
    }
    return jsonText(document);
}

Result<SavedSession> parseSession(std::string_view text, const std::string& file) {
    const auto fault = [&file](ErrorCode code, std::string message) {
        Error error{code, std::move(message)};
        error.file = file;
        return error;
    };
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return fault(ErrorCode::Parse, std::string("this is not JSON; expected a session that Batchscope saved"));
    }
    const bool isSession = json.is_object() && json.contains("format") && json["format"] == kFormat &&
                           json.contains("version") && json["version"].is_number_unsigned();
    if (!isSession) {
        return fault(ErrorCode::Config, std::string("this JSON is not a session; expected one that Batchscope saved"));
    }
    const auto version = json["version"].get<std::uint64_t>();
    if (version != kSessionVersion) {
        return fault(
            ErrorCode::Config,
            fmt::format("the session has format version {}; this Batchscope reads version {}. {}", version,
                        kSessionVersion,
                        version > kSessionVersion ? "Update Batchscope" : "Open its files and save the session again"));
    }
    return SessionReader(json, file).read();
}

Status saveSession(SavedSession session, const std::string& file) {
    if (session.hashes.size() != session.config.files.size()) {
        session.hashes.clear();
        for (const std::string& treebank : session.config.files) {
            session.hashes.push_back(hashOfFile(treebank));
        }
    }
    const Status written =
        writeFile(file, sessionText(session, fs::absolute(file).parent_path().string()), Replaces::Opened);
    return written
               ? written
               : Error{ErrorCode::Io, fmt::format("the session cannot be saved: {}", written.error().message), file};
}

Result<SavedSession> readSession(const std::string& file) {
    const Result<std::string> text = readFileBytes(file, {});
    return text ? parseSession(*text, file) : text.error();
}

std::vector<std::string> changedFiles(const SavedSession& session) {
    std::vector<std::string> changed;
    for (std::size_t place = 0; place < session.config.files.size() && place < session.hashes.size(); ++place) {
        const std::string& before = session.hashes[place];
        if (!before.empty() && hashOfFile(session.config.files[place]) != before) {
            changed.push_back(session.config.files[place]);
        }
    }
    return changed;
}

} // namespace batchscope
