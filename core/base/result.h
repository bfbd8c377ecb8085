// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors as values: functions that can fail because of a user's file or the machine return a Result, which the caller
// cannot overlook. Result<T> has the shape of std::expected (which g++ 12 lacks in C++20 mode).
//
//     Result<Treebank> bank = readTreebank(path, {});
//     TRY(bank);
//     use(*bank);
#pragma once

#include "core/base/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace batchscope {

enum class ErrorCode { Io, Parse, Config, Schedule, Backend, Layout, Cancelled };

/// A place in an input file. Lines and columns count from 1 (columns in bytes), byte from 0.
struct SourcePosition {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint64_t byte = 0;
};

struct Error {
    ErrorCode code = ErrorCode::Config;
    std::string message;
    std::string file = {};
    std::optional<SourcePosition> position = {};

    /// "file:line:column: error: message", without the parts that are unknown.
    [[nodiscard]] std::string text() const;
};

/// The Error that a stage returns when its stop token was set.
[[nodiscard]] Error cancelledError();

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::move(value)) {}     // NOLINT(google-explicit-constructor): as std::expected
    Result(Error error) : m_state(std::move(error)) {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool hasValue() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return hasValue(); }

    [[nodiscard]] T& value() & {
        BATCHSCOPE_CHECK(hasValue());
        return *std::get_if<T>(&m_state);
    }
    [[nodiscard]] const T& value() const& {
        BATCHSCOPE_CHECK(hasValue());
        return *std::get_if<T>(&m_state);
    }
    [[nodiscard]] T&& value() && {
        BATCHSCOPE_CHECK(hasValue());
        return std::move(*std::get_if<T>(&m_state));
    }
    [[nodiscard]] T& operator*() & { return value(); }
    [[nodiscard]] const T& operator*() const& { return value(); }
    [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
    [[nodiscard]] T* operator->() { return &value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }

    [[nodiscard]] const Error& error() const {
        BATCHSCOPE_CHECK(!hasValue());
        return *std::get_if<Error>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/// For functions that only succeed or fail.
struct Ok {};
using Status = Result<Ok>;

/// Returns from the surrounding function if the Result has an error. A macro, because a function cannot return for its
/// caller.
#define TRY(result)                                                                                                    \
    do {                                                                                                               \
        if (const auto& triedResult = (result); !triedResult) {                                                        \
            return triedResult.error();                                                                                \
        }                                                                                                              \
    } while (false)

} // namespace batchscope
