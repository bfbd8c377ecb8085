// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words for speed-ups that the window and the command line share.
#pragma once

#include "core/trace/speed_report.h"

#include <string>

namespace batchscope {

/// "1.04", "6.3", "171": as often as that.
[[nodiscard]] std::string ratioText(double ratio);
/// "1.04×", "6.3×", "171×".
[[nodiscard]] std::string factorText(double ratio);
/// With its range: "6.3× (6.1–6.5)".
[[nodiscard]] std::string factorText(const SpeedRatio& ratio);
/// A dash where there is none.
[[nodiscard]] std::string factorText(const std::optional<SpeedRatio>& ratio);

/// In a sentence of the folded run: "2.8 times as fast"; "not measurably faster" where the range holds 1; "slower: 0.80
/// times as fast".
[[nodiscard]] std::string resultText(const SpeedRatio& ratio);

/// Which kernels the headline is on: "the engine", "LibTorch".
[[nodiscard]] std::string kernelsText(const SpeedReport& report);
/// What others did with the machine, as a reason: "the machine is busy (other processes use 1.2 of 2 processors)".
[[nodiscard]] std::string busyText(const MachineLoad& load);
/// The speed-up as every front end states it: "6.3× (6.1–6.5)"; "6.3× (4.0–8.1), busy" or "…, uneven" where the samples
/// do not agree; noFigureText() where there is none.
[[nodiscard]] std::string speedUpText(const SpeedReport& report);
/// What a speed-up without a figure is: "not measured"; "not stated" where the runs have different values.
[[nodiscard]] std::string noFigureText(const SpeedReport& report);
/// Why there is no figure, or why it is in doubt: a clause. Empty where the samples agree.
[[nodiscard]] std::string reasonText(const SpeedReport& report);
/// How the times of the arms were taken, without full stop: "Medians of 7 interleaved runs of each arm; ranges: 95%
/// confidence". Needs samples.
[[nodiscard]] std::string samplesText(const SpeedReport& report);
/// "batching 6.3× × engine 2.7× = both 17.0×"; empty without an engine, or without a figure.
[[nodiscard]] std::string splitText(const SpeedReport& report);

} // namespace batchscope
