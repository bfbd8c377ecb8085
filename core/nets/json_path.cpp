// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/json_path.h"

#include "core/base/text.h"
#include "core/formats/format_registry.h"
#include "core/formats/json_pull.h"

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

/// A step of a path without its slash and its escapes.
std::string keyOfStep(std::string_view step) {
    std::string key;
    for (std::size_t at = 0; at < step.size(); ++at) {
        const char next = step[at] == '~' && at + 1 < step.size() ? step[at + 1] : '\0';
        const bool isEscape = next == '0' || next == '1';
        key += !isEscape ? step[at] : next == '1' ? '/' : '~';
        at += isEscape ? 1 : 0;
    }
    return key;
}

/// Goes from the beginning of a container to the child that a step names; its first piece, or Fault where there is
/// none.
JsonPiece enter(JsonPull& json, JsonPiece container, const std::string& key) {
    const bool isObject = container == JsonPiece::ObjectBegin;
    if (!isObject && container != JsonPiece::ArrayBegin) {
        return JsonPiece::Fault;
    }
    const std::size_t depth = json.depth();
    for (std::size_t index = 0;; ++index) {
        JsonPiece piece = json.next();
        bool isMeant = !isObject && std::to_string(index) == key;
        if (piece == JsonPiece::Key) {
            isMeant = unescapedJson(json.text(), Encoding::Utf8) == key;
            piece = json.next();
        }
        if (piece == JsonPiece::Fault || json.depth() < depth) {
            return JsonPiece::Fault;
        }
        if (isMeant) {
            return piece;
        }
        json.skip(piece);
    }
}

} // namespace

std::string pathStep(std::string_view key) {
    std::string step = "/";
    for (const char letter : key) {
        step += letter == '~' ? "~0" : letter == '/' ? "~1" : std::string(1, letter);
    }
    return step;
}

SourcePosition positionOfJson(std::string_view text, std::string_view path) {
    const std::size_t mark = byteOrderMarkLength(text);
    JsonPull json(text.substr(mark));
    JsonPiece piece = json.next();
    std::size_t byte = mark + json.offset();
    const std::vector<std::string> steps = split(path, '/');
    for (std::size_t index = 1; index < steps.size(); ++index) {
        piece = enter(json, piece, keyOfStep(steps[index]));
        if (piece == JsonPiece::Fault) {
            break;
        }
        byte = mark + json.offset();
    }
    return positionAt(text, byte);
}

std::string jsonPathAt(std::string_view text, std::size_t byte) {
    struct Open {
        bool isObject;
        std::string_view key; // the last one
        std::size_t index;    // of an array: elements that have ended
    };
    std::vector<Open> open;
    JsonPull json(text);
    JsonPiece piece = json.next();
    while (json.offset() < byte && piece != JsonPiece::Fault && piece != JsonPiece::End) {
        if (piece == JsonPiece::Key) {
            open.back().key = json.text();
        } else if (json.depth() > open.size()) {
            open.push_back({piece == JsonPiece::ObjectBegin, {}, 0});
        } else {
            open.resize(json.depth());
            if (!open.empty()) {
                ++open.back().index;
            }
        }
        piece = json.next();
    }
    std::string path;
    open.resize(open.size() - (piece == JsonPiece::Key ? 1 : 0));
    for (const Open& each : open) {
        path += each.isObject ? pathStep(unescapedJson(each.key, Encoding::Utf8)) : "/" + std::to_string(each.index);
    }
    return path;
}

std::string pathText(const std::string& path) {
    constexpr std::size_t kLongestPath = 120;
    if (path.empty()) {
        return std::string("the document");
    }
    std::string text = elided(path, kLongestPath);
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, '?');
    return text;
}

} // namespace batchscope
