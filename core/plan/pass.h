// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what the engine does to a net's op bodies and a schedule before it runs them, as a list of named passes. Each
// can be switched off, to see what it is worth; whatever is on, the values stay those of the plain body within
// rounding.
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope {

struct OpBody;

enum class Pass : std::uint8_t {
    Cse,   ///< common sub-expressions of a body are computed once
    Push,  ///< a linear map of one operand is applied to the row itself, once, not to a copy for each reader
    Dedup, ///< calls of equal integers, equal look-ups and fills share one row
    Fuse,  ///< everything elementwise between two products is one pass over blocks in the cache
    Order, ///< rows that take part in the same products lie together, so that products read views
    Pack,  ///< weights that meet the same operand stand side by side, transposed once: one product
    Table, ///< inference: products of looked-up rows are kept from run to run, as long as the weights stay
};

struct PassEntry {
    Pass pass;
    const char* name;        ///< as the command line spells it
    const char* title;       ///< for people
    const char* description; ///< one line: what it does
    /// What an op's body is before it is cut into kernels: the same outputs; values that none of them needs may be left
    /// over. Null for a pass that the compiler or the planner does, where it asks PassSet::has.
    OpBody (*rewrite)(const OpBody& body) = nullptr;
};

extern const PassEntry kCsePass;
extern const PassEntry kFusePass;
extern const PassEntry kPushPass;
extern const PassEntry kOrderPass;
extern const PassEntry kPackPass;
extern const PassEntry kDedupPass;
extern const PassEntry kTablePass;

/// In the order in which an ablation adds them, and in which bodies are rewritten.
inline constexpr std::array kPassList = {&kCsePass,  &kFusePass,  &kPushPass, &kOrderPass,
                                         &kPackPass, &kDedupPass, &kTablePass};
constexpr std::size_t kPassCount = kPassList.size();

/// The entries of kPassList.
[[nodiscard]] std::span<const PassEntry> passEntries();

/// Which passes are on.
class PassSet {
public:
    constexpr PassSet() = default;
    [[nodiscard]] static constexpr PassSet all() { return PassSet((1U << kPassCount) - 1U); }
    [[nodiscard]] constexpr bool has(Pass pass) const { return (m_bits & bit(pass)) != 0; }
    [[nodiscard]] constexpr PassSet with(Pass pass) const { return PassSet(m_bits | bit(pass)); }
    [[nodiscard]] constexpr PassSet without(Pass pass) const { return PassSet(m_bits & ~bit(pass)); }
    constexpr bool operator==(const PassSet&) const = default;

private:
    constexpr explicit PassSet(std::uint32_t bits) : m_bits(bits) {}
    static constexpr std::uint32_t bit(Pass pass) { return 1U << static_cast<unsigned>(pass); }
    std::uint32_t m_bits = 0;
};

/// `all`, `none`, or names separated by commas; a name with `-` before it is taken out of all (`-dedup,-pack`). A
/// Config error names the passes there are.
[[nodiscard]] Result<PassSet> parsePassSet(std::string_view text);
/// Such that parsePassSet gives the same set.
[[nodiscard]] std::string passSetText(PassSet set);

} // namespace batchscope
