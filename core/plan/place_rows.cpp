// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_planner.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace batchscope {

namespace {

/// Place of a set of demands in a Gray code: neighbours differ little, so that the rows of one product are few blocks.
std::uint64_t grayRank(std::uint64_t gray) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        gray ^= gray >> shift;
    }
    return gray;
}

class PlaceRows {
public:
    explicit PlaceRows(PlanDraft& draft)
        : m_draft(draft), m_plan(draft.plan), m_dtype(draft.options.dtype), m_next(draft.options.begin) {}

    void run() {
        makeSpaces();
        m_plan.rowClasses.extend(m_draft.dynamicEnd);
        m_plan.rowPlaces.extend(m_draft.dynamicEnd);
        m_plan.ordered = m_draft.code.passes.has(Pass::Order);
        if (!m_plan.ordered) {
            m_plan.spacePlaces.extend(m_draft.dynamicEnd);
        }
        const auto statics = static_cast<RowId>(m_draft.statics.size());
        for (RowId row = 0; row < statics; ++row) {
            classify(row, m_draft.statics.spaceOf(row));
        }
        for (const PlanDraft::Run& run : m_draft.runs) {
            for (RowId row = run.first; row < run.first + run.rows; ++row) {
                classify(row, run.space);
            }
        }
        orderClasses(statics);
        placeClasses();
        placeProducts();
        m_plan.end = m_next.end();
        m_plan.firstStaticSpace = static_cast<std::uint32_t>(m_draft.code.spaces.size());
        m_plan.firstDynamicRow = m_draft.firstDynamic;
        m_plan.rowsEnd = m_draft.dynamicEnd;
        copyStatics(statics);
    }

private:
    void makeSpaces() {
        for (const CodeSpace& space : m_draft.code.spaces) {
            m_plan.spaces.push_back({space.width, rowUnits(space.width, m_dtype), space.isReadInside});
        }
        for (const StaticRows::Space& space : m_draft.statics.spaces()) {
            m_plan.spaces.push_back({space.width, rowUnits(space.width, m_dtype)});
        }
        m_classesOf.resize(m_plan.spaces.size());
    }

    /// The class of such rows; a new one, where there is none.
    std::uint32_t classFor(std::uint32_t space, std::uint64_t demand) {
        constexpr std::size_t kSearched = 8; // most spaces have fewer
        std::vector<std::uint32_t>& known = m_classesOf[space];
        for (const std::uint32_t index : known) {
            if (m_plan.classes[index].demand == demand) {
                return index;
            }
        }
        const auto next = static_cast<std::uint32_t>(m_plan.classes.size());
        if (known.size() < kSearched) {
            known.push_back(next);
        } else if (const auto [other, isNew] = m_otherClasses.try_emplace({space, demand}, next); !isNew) {
            return other->second;
        }
        m_plan.classes.push_back({.space = space, .demand = demand, .stride = m_plan.spaces[space].stride});
        return next;
    }

    void classify(RowId row, std::uint32_t space) {
        const std::uint32_t found = classFor(space, m_draft.demand[row]);
        m_plan.rowClasses[row] = found;
        m_plan.rowPlaces[row] = m_plan.classes[found].rows++;
        if (!m_plan.ordered) {
            m_plan.spacePlaces[row] = m_plan.spaces[space].rows;
        }
        ++m_plan.spaces[space].rows;
    }

    /// Numbers classes in the order in which they lie in memory.
    void orderClasses(RowId statics) {
        std::vector<std::uint32_t> order(m_plan.classes.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [this](std::uint32_t left, std::uint32_t right) {
            const RowClass& a = m_plan.classes[left];
            const RowClass& b = m_plan.classes[right];
            return a.space != b.space ? a.space < b.space : grayRank(a.demand) < grayRank(b.demand);
        });
        if (std::is_sorted(order.begin(), order.end())) {
            return;
        }
        std::vector<RowClass> classes;
        classes.reserve(order.size());
        std::vector<std::uint32_t> renamed(order.size());
        for (const std::uint32_t old : order) {
            renamed[old] = static_cast<std::uint32_t>(classes.size());
            classes.push_back(m_plan.classes[old]);
        }
        m_plan.classes = std::move(classes);
        const auto rename = [&](RowId begin, RowId end) {
            for (RowId row = begin; row < end; ++row) {
                m_plan.rowClasses[row] = renamed[m_plan.rowClasses[row]];
            }
        };
        rename(0, statics);
        rename(m_draft.firstDynamic, m_draft.dynamicEnd);
    }

    void placeClasses() {
        for (RowClass& rows : m_plan.classes) {
            RowSpace& space = m_plan.spaces[rows.space];
            const bool isFirst = &rows == m_plan.classes.data() || (&rows)[-1].space != rows.space;
            if (isFirst) {
                space.first = m_next.take(space.rows, space.stride);
                m_inSpace = 0;
            }
            rows.first = m_plan.ordered ? space.first + m_inSpace * space.stride : space.first;
            m_inSpace += rows.rows;
        }
    }

    /// Products lie in the order of the rows they are of.
    void placeProducts() {
        const auto& groups = m_draft.code.groups;
        m_plan.productFirst.assign(m_plan.classes.size() * groups.size(), 0);
        for (std::size_t index = 0; index < groups.size(); ++index) {
            const GroupId group(index);
            const std::uint32_t stride = rowUnits(groups[group].width, m_dtype);
            m_plan.groupStride.push_back(stride);
            for (std::size_t of = 0; of < m_plan.classes.size(); ++of) {
                const RowClass& rows = m_plan.classes[of];
                if ((rows.demand & demandBit(group)) != 0 && m_plan.spaces[rows.space].width == groups[group].inner) {
                    m_plan.productFirst[of * groups.size() + index] = m_next.take(rows.rows, stride);
                }
            }
        }
    }

    void copyStatics(RowId statics) {
        const auto firstSpace = static_cast<std::uint32_t>(m_draft.code.spaces.size());
        const auto& spaces = m_draft.statics.spaces();
        std::vector<std::uint32_t> next;
        std::uint32_t begin = 0;
        for (std::size_t index = 0; index < spaces.size(); ++index) {
            const std::uint32_t count = m_plan.spaces[firstSpace + index].rows;
            m_plan.copies.push_back({.source = spaces[index].source,
                                     .table = spaces[index].table,
                                     .number = spaces[index].number,
                                     .width = spaces[index].width,
                                     .begin = begin,
                                     .count = count});
            next.push_back(begin);
            begin += count;
        }
        m_plan.staticIds.extend(statics);
        m_plan.staticOffsets.extend(statics);
        for (RowId row = 0; row < statics; ++row) {
            const std::uint32_t at = next[m_draft.statics.spaceOf(row) - firstSpace]++;
            m_plan.staticIds[at] = m_draft.statics.idOf(row);
            m_plan.staticOffsets[at] = m_plan.offsetOf(row);
        }
    }

    PlanDraft& m_draft;
    LaunchPlan& m_plan;
    DType m_dtype;
    OffsetCursor m_next;
    std::uint32_t m_inSpace = 0;
    std::vector<std::vector<std::uint32_t>> m_classesOf;                             // by space: the first few
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> m_otherClasses; // by space and demand
};

} // namespace

void placeRows(PlanDraft& draft) {
    PlaceRows(draft).run();
}

} // namespace batchscope
