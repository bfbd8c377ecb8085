// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/session_document.h"

#include "core/bytes/file_bytes.h"
#include "core/bytes/file_writer.h"
#include "core/records/choice_keys.h"
#include "core/records/json.h"
#include "core/session/session_choice.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace batchscope {

namespace {

constexpr std::string_view kWidthExpected = "a width of at least 1";

namespace fs = std::filesystem;

constexpr const char* kFormat = "batchscope-session";

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

// The functions below list the keys of an object once, for JsonWriter and JsonReader (`Fields`), over a const value of
// ours or one that is filled (`T`). What is not there when it is read has its usual value.

template <typename Fields, typename T>
void listId(Fields& fields, const char* key, T& id) {
    if constexpr (Fields::kReads) {
        std::uint32_t value = 0;
        if (fields.find(key) != nullptr) {
            fields.need(key, value);
            id.value = value;
        }
    } else if (id.valid()) {
        fields.need(key, id.value);
    }
}

template <typename Fields, typename T>
void listFocus(Fields fields, T& focus) {
    listId(fields, "node", focus.node);
    listId(fields, "second", focus.second);
    listId(fields, "batch", focus.batch);
    listId(fields, "tree", focus.tree);
}

template <typename Fields, typename T>
void listBreakpoint(Fields& fields, T& breakpoint) {
    fields.need("query", breakpoint.query);
    fields.mayHave("on", breakpoint.isOn);
}

template <typename Fields, typename T>
void listBookmark(Fields& fields, T& bookmark) {
    const auto text = [](Bookmark::Of of) { return std::string(of == Bookmark::Of::Node ? "node" : "step"); };
    const auto parse = [](const std::string& name) {
        return name == "node"   ? std::optional(Bookmark::Of::Node)
               : name == "step" ? std::optional(Bookmark::Of::Step)
                                : std::nullopt;
    };
    fields.need("of", NamedValue(bookmark.of, text, parse, "node or step"));
    fields.need("op", bookmark.op);
    fields.mayHave("nth", bookmark.nth);
    fields.mayHave("note", bookmark.note);
    listId(fields, "tree", bookmark.tree);
    listId(fields, "tree_node", bookmark.treeNode);
}

template <typename Fields, typename T>
void listFile(Fields& fields, T& path) {
    fields.need("path", path);
}

template <typename Fields, typename T>
void listPlace(Fields& fields, T& session) {
    auto& graph = session.config.graph;
    fields.mayHave("dim", graph.dim, kWidthExpected);
    fields.mayHave("seed", session.config.seed);
    fields.mayHave("weights", session.config.weights);
    std::string trees = treeRangeText(graph.trees);
    fields.mayHave("trees", trees, kKnownTreeRange);
    std::vector<std::uint32_t> picked;
    for (const TreeId tree : graph.picked) {
        picked.push_back(tree.value);
    }
    fields.mayHave("picked", picked);
    fields.mayHave("moment", session.moment);
    fields.mayHave("schedule", session.schedule); // what it says is checked when the graph is known
    fields.mayHave("arrangement", session.arrangement);
    if constexpr (Fields::kReads) {
        if (graph.dim < 1 || graph.dim > kLargestDim) {
            fields.fail("dim", kWidthExpected);
        }
        if (const Result<TreeRange> range = parseTreeRange(trees); range) {
            graph.trees = *range;
        } else {
            fields.fail("trees", kKnownTreeRange);
        }
        graph.picked.clear();
        for (const std::uint32_t tree : picked) {
            graph.picked.emplace_back(tree);
        }
    }
}

Status readChoices(const Json& choices, SessionConfig& config) {
    for (const SessionChoice& choice : sessionChoices()) {
        const auto found = choices.find(choice.id);
        if (found == choices.end()) {
            continue;
        }
        const Status applied = found->is_string() ? choice.apply(config, found->get<std::string>())
                                                  : Status(Error{ErrorCode::Config, "a name"});
        if (!applied) {
            return Error{ErrorCode::Config, fmt::format("choice \"{}\": {}", choice.id, applied.error().message)};
        }
    }
    return Ok{};
}

/// The first fault counts.
Result<SavedSession> sessionIn(const Json& json, const std::string& file) {
    SavedSession session;
    std::optional<Error> fault;
    JsonReader reader(json, {file, {}}, fault);
    std::vector<std::string> files;
    reader.list("files", files, [](JsonReader& fields, std::string& each) { listFile(fields, each); });
    for (const std::string& each : files) {
        session.config.files.push_back(absoluteFrom(each, file));
    }
    if (const Json* const choices = reader.find("choices"); choices != nullptr) {
        if (!choices->is_object()) {
            reader.fail("choices", "an object of choices by name");
        } else if (Status read = readChoices(*choices, session.config); !read && !fault) {
            fault = read.error();
            fault->file = file;
        }
    }
    listPlace(reader, session);
    listFocus(reader.inside("selected"), session.focus);
    if (reader.find("breakpoints") != nullptr) {
        reader.list("breakpoints", session.breakpoints,
                    [](JsonReader& fields, Breakpoint& each) { listBreakpoint(fields, each); });
    }
    if (reader.find("bookmarks") != nullptr) {
        reader.list("bookmarks", session.bookmarks, [&](JsonReader& fields, Bookmark& each) {
            listBookmark(fields, each);
            each.files = session.config.files;
        });
    }
    return fault ? Result<SavedSession>(*fault) : Result<SavedSession>(std::move(session));
}

} // namespace

std::string sessionText(const SavedSession& session, const std::string& folder) {
    const SessionConfig& config = session.config;
    std::vector<std::string> files;
    for (const std::string& each : config.files) {
        files.push_back(relativeTo(folder, each));
    }
    std::vector<Bookmark> bookmarks = session.bookmarks; // those of the session's files
    std::erase_if(bookmarks, [&config](const Bookmark& bookmark) { return bookmark.files != config.files; });
    Json document = {{"format", kFormat}, {"version", kSessionVersion}};
    JsonWriter writer(document);
    writer.list("files", files, [](JsonWriter& fields, const std::string& each) { listFile(fields, each); });
    JsonWriter choices = writer.inside("choices");
    for (const SessionChoice& choice : sessionChoices()) {
        choices.need(choice.id.c_str(), choice.present(config));
    }
    listPlace(writer, session);
    listFocus(writer.inside("selected"), session.focus);
    writer.list("breakpoints", session.breakpoints,
                [](JsonWriter& fields, const Breakpoint& each) { listBreakpoint(fields, each); });
    writer.list("bookmarks", bookmarks, [](JsonWriter& fields, const Bookmark& each) { listBookmark(fields, each); });
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
    return sessionIn(json, file);
}

Status saveSession(const SavedSession& session, const std::string& file) {
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

std::vector<std::string> changedFiles(const SavedSession& session, const std::string& file) {
    std::error_code ignored;
    const fs::file_time_type saved = fs::last_write_time(file, ignored);
    std::vector<std::string> changed;
    for (const std::string& treebank : session.config.files) {
        std::error_code gone;
        if (fs::last_write_time(treebank, gone) > saved || gone) {
            changed.push_back(treebank);
        }
    }
    return changed;
}

} // namespace batchscope
