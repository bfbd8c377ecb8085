// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the window is at rest: what scripts wait for, and what a lesson waits for between two commands.
#pragma once

namespace batchscope {

class MainWindow;

/// Nothing is read, measured, kept, searched, laid out or moving.
[[nodiscard]] bool isIdle(const MainWindow& window);

/// One quiet moment is not yet the end, because views catch up by queued calls: this many looks, kIdleLookMs apart.
inline constexpr int kIdleLooks = 3;
inline constexpr int kIdleLookMs = 15;

} // namespace batchscope
