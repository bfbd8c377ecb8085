// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_output.h"

#include "core/base/counted.h"
#include "core/exec/comparison.h"
#include "core/nets/trainable.h"
#include "core/session/differing_nodes.h"
#include "core/trace/divergence.h"
#include "core/trace/rehearsed_fault.h"
#include "core/trace/speed_text.h"
#include "core/trace/verdict.h"

#include <fmt/format.h>

#include <string>

namespace batchscope {

namespace {

void printEquality(const OpGraph& graph, const Schedule& schedule, const char* what, const EqualityReport& equality) {
    const Verdict verdict = verdictOf(equality);
    if (verdict == Verdict::NotComparable) {
        fmt::print("{} not comparable: {}\n", what, notComparableReason(graph, equality, what));
    }
    fmt::print("{}{}: {} numbers, max abs error {:.2g}, max rel error {:.2g}, non-finite {}\n",
               verdict == Verdict::NotComparable ? "  finite values" : what,
               verdict == Verdict::Equal       ? " equal"
               : verdict == Verdict::Different ? " DIFFER"
                                               : "",
               withThousands(equality.values - equality.notFinite), equality.maxAbsError, equality.maxRelError,
               withThousands(equality.notFinite));
    if (equality.firstDivergence) {
        const Value value = *equality.firstDivergence;
        fmt::print("  first divergence: node {} ({}), output {}, tree {}\n", value.node.value,
                   graph.opOf(value.node).name, value.output, ordinal(graph.origins[value.node].tree.index()));
    }
    if (const std::string differing = differingText(graph, schedule, equality.differing); !differing.empty()) {
        fmt::print("  out of tolerance: {}\n", differing);
    }
}

/// One line: how many pairs are how far apart, in representable numbers.
std::string ulpText(const EqualityReport& equality) {
    std::string text;
    for (std::size_t bucket = 0; bucket < equality.ulps.size(); ++bucket) {
        if (equality.ulps[bucket] == 0) {
            continue;
        }
        const std::uint64_t low = bucket == 0 ? 0 : std::uint64_t{1} << (bucket - 1);
        const std::uint64_t high = 2 * low - (bucket == 0 ? 0 : 1);
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ",
                            low == high ? std::to_string(low) : fmt::format("{}–{}", low, high),
                            withThousands(equality.ulps[bucket]));
    }
    return text;
}

void printSpeed(const SpeedReport& speed) {
    const std::optional<SpeedRatio> batching = speed.batching();
    if (!batching) {
        fmt::print("\nspeed-up {}: {}\n", noFigureText(speed), reasonText(speed));
        return;
    }
    fmt::print("\nspeed-up {}: batching on {}, running only; {} runs of each arm\n", speedUpText(speed),
               kernelsText(speed), speed.runs());
    if (const std::string doubt = reasonText(speed); !doubt.empty()) {
        fmt::print("  in doubt: {}\n", doubt);
    }
    fmt::print("  including building, scheduling and planning {}\n", factorText(speed.batchingWithConstruction()));
    if (speed.hasEngine()) {
        fmt::print("  {} (regular on LibTorch over folded on the engine)\n", splitText(speed));
        fmt::print("  in the other order: batching on LibTorch {}, engine on folded {}\n",
                   factorText(speed.batchingOff()), factorText(speed.engineFolded()));
    }
}

void printTolerance(DType dtype, bool hasGradients) {
    const Tolerance values = valueTolerance(dtype);
    fmt::print("  equal: apart by at most {:g} plus {:g} of the number{}\n", values.absolute, values.relative,
               hasGradients
                   ? fmt::format("; gradients, by {:g} of the largest of their parameter or row, or {:.1g} of the "
                                 "largest of all",
                                 gradientTolerance(dtype), gradientNoise(dtype))
                   : "");
}

} // namespace

void printComparison(const OpGraph& graph, const Schedule& schedule, const RunReport& report) {
    if (report.speed) {
        printSpeed(*report.speed);
    }
    if (report.fault) {
        fmt::print("{}\n", faultText(graph, *report.fault));
    }
    printEquality(graph, schedule, "values", *report.equality);
    printTolerance(graph.ops.dtype, report.gradients.has_value());
    if (report.cause) {
        fmt::print("  {}\n", causeText(graph, *report.cause));
    }
    fmt::print("  argmax flips {}; ULPs apart: {}\n", report.equality->argmaxFlips, ulpText(*report.equality));
    if (report.gradients) {
        const GradientReport& gradients = *report.gradients;
        fmt::print("{}loss {} folded, {} regular; {}\n",
                   gradients.isLossFinite() ? "" : "NOT FINITE: ", numberText(gradients.foldedLoss),
                   numberText(gradients.regularLoss), labelShareText(graph.labelledOutputs(), graph.outputs.size()));
        printEquality(graph, schedule, "gradients of parameters", gradients.parameters);
        if (!gradients.firstParameter.empty()) {
            fmt::print("  first parameter that differs: {}\n", gradients.firstParameter);
        }
        if (!gradients.firstNotFiniteParameter.empty()) {
            fmt::print("  first parameter with a gradient that is not finite: {}\n", gradients.firstNotFiniteParameter);
        }
        printEquality(graph, schedule, "gradients of values", gradients.values);
    }
    if (report.reference) {
        fmt::print("compared with float64: folded is off by at most {:.2g}, regular by {:.2g}\n",
                   report.reference->folded.maxAbsError, report.reference->regular.maxAbsError);
    }
}

} // namespace batchscope
