// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope::graph alone: records and schedules. check.sh makes sure that this program loads neither LibTorch nor Qt.
#include "toy_graph.h"

#include <batchscope/graph/program_text.h>
#include <batchscope/schedule/metrics.h>
#include <batchscope/schedule/scheduler.h>
#include <batchscope/schedule/validate.h>

#include <cstdio>

using namespace batchscope;

int main() {
    const Result<OpGraph> graph = recordToyGraph();
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().text().c_str());
        return 1;
    }
    std::printf("%zu calls\n", graph->size());
    for (const char* const name : {"depth", "agenda"}) {
        const Result<Schedule> schedule = makeSchedule(*graph, **findPolicy(name), {});
        if (!schedule || !validate(*graph, *schedule)) {
            std::fprintf(stderr, "no valid schedule by %s\n", name);
            return 1;
        }
        std::printf("%s: %zu batches\n%s", name, schedule->batchCount(), scheduleText(*graph, *schedule).c_str());
    }
    std::printf("lower bound: %zu batches\n", lowerBound(*graph).batches);
    const Result<std::string> program = programText(*graph);
    if (!program) {
        return 1;
    }
    std::printf("a program of %zu bytes\n", program->size());
}
