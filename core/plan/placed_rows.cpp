// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/placed_rows.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// The rank of a demand in a Gray code: neighbors differ in one bit, so the rows of one product form few blocks.
std::uint64_t grayRank(std::uint64_t gray) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        gray ^= gray >> shift;
    }
    return gray;
}

PlacedRows emptiedPlaces(PlacedRows rows) {
    rows.spaces.clear();
    rows.classes.clear();
    rows.rowClasses.clear();
    rows.rowPlaces.clear();
    rows.spacePlaces.clear();
    rows.products.clear();
    rows.strides.clear();
    rows.copies.clear();
    rows.staticIds.clear();
    rows.staticOffsets.clear();
    return rows;
}

class RowPlacer {
public:
    RowPlacer(const PlanInput& input, const FoundRows& found, PlacedRows recycled)
        : m_code(input.code), m_found(found), m_dtype(input.options.dtype), m_next(input.options.begin),
          m_placed(emptiedPlaces(std::move(recycled))) {
        m_placed.ordered = m_code.planRules.orderRows;
    }

    PlacedRows run() {
        makeSpaces();
        classifyAll();
        orderClasses();
        placeClasses();
        placeProducts();
        m_placed.end = m_next.end();
        listCopies();
        return std::move(m_placed);
    }

private:
    void makeSpaces() {
        for (const CodeSpace& space : m_code.spaces) {
            m_placed.spaces.push_back({space.width, rowUnits(space.width, m_dtype), space.isReadInside});
        }
        m_placed.firstStatic = m_placed.spaces.next();
        for (const StaticSource& source : m_found.statics.sources) {
            m_placed.spaces.push_back({source.width, rowUnits(source.width, m_dtype)});
        }
        m_classesOf.resize(m_placed.spaces.size());
    }

    void classifyAll() {
        m_placed.rowClasses.extend(m_found.end.index());
        m_placed.rowPlaces.extend(m_found.end.index());
        if (!m_placed.ordered) {
            m_placed.spacePlaces.extend(m_found.end.index());
        }
        for (const RowId row : m_found.staticRows()) {
            classify(row, m_placed.staticSpaceOf(m_found.statics.rows[row].source));
        }
        for (const RowRun& run : m_found.runs) {
            for (const RowId row : run.rows) {
                classify(row, run.space);
            }
        }
    }

    /// The class of the rows of this space and demand; a new one if there is none.
    ClassId classFor(SpaceId space, std::uint64_t demand) {
        constexpr std::size_t kSearched = 8; // most spaces have fewer classes
        std::vector<ClassId>& known = m_classesOf[space];
        for (const ClassId id : known) {
            if (m_placed.classes[id].demand == demand) {
                return id;
            }
        }
        const ClassId next = m_placed.classes.next();
        if (known.size() < kSearched) {
            known.push_back(next);
        } else if (const auto [other, isNew] = m_otherClasses.try_emplace({space, demand}, next); !isNew) {
            return other->second;
        }
        return m_placed.classes.push_back({.space = space, .demand = demand, .stride = m_placed.spaces[space].stride});
    }

    void classify(RowId row, SpaceId space) {
        const ClassId found = classFor(space, m_found.demand[row]);
        m_placed.rowClasses[row] = found;
        m_placed.rowPlaces[row] = m_placed.classes[found].rows++;
        if (!m_placed.ordered) {
            m_placed.spacePlaces[row] = m_placed.spaces[space].rows;
        }
        ++m_placed.spaces[space].rows;
    }

    /// Renumbers the classes in the order in which they are stored.
    void orderClasses() {
        std::vector<ClassId> order;
        order.reserve(m_placed.classes.size());
        for (const ClassId id : m_placed.classes.ids()) {
            order.push_back(id);
        }
        std::sort(order.begin(), order.end(), [this](ClassId left, ClassId right) {
            const RowClass& a = m_placed.classes[left];
            const RowClass& b = m_placed.classes[right];
            return a.space != b.space ? a.space < b.space : grayRank(a.demand) < grayRank(b.demand);
        });
        if (std::is_sorted(order.begin(), order.end())) {
            return;
        }
        const std::vector<RowClass> classes(m_placed.classes.begin(), m_placed.classes.end());
        m_placed.classes.clear();
        IdVector<ClassId, ClassId> renamed(order.size());
        for (const ClassId old : order) {
            renamed[old] = m_placed.classes.push_back(classes[old.index()]);
        }
        const auto rename = [&](IdRange<RowId> rows) {
            for (ClassId& id : m_placed.rowClasses.span(rows)) {
                id = renamed[id];
            }
        };
        rename(m_found.staticRows());
        rename(m_found.dynamicRows());
    }

    void placeClasses() {
        SpaceId before;
        std::uint32_t inSpace = 0;
        for (RowClass& rows : m_placed.classes) {
            RowSpace& space = m_placed.spaces[rows.space];
            if (rows.space != before) {
                space.first = m_next.take(space.rows, space.stride);
                inSpace = 0;
                before = rows.space;
            }
            rows.first = m_placed.ordered ? space.first + inSpace * space.stride : space.first;
            inSpace += rows.rows;
        }
    }

    /// Places the products of each group in the order of their rows.
    void placeProducts() {
        for (const ProductGroup& group : m_code.groups) {
            m_placed.strides.push_back(rowUnits(group.width, m_dtype));
        }
        m_placed.products.assign(m_placed.classes.size() * m_code.groups.size(), kNoOffset);
        for (const GroupId group : m_placed.strides.ids()) {
            for (const ClassId id : m_placed.classes.ids()) {
                const RowClass& rows = m_placed.classes[id];
                if ((rows.demand & demandBit(group)) != 0 &&
                    m_placed.spaces[rows.space].width == m_code.groups[group].inner) {
                    m_placed.products[m_placed.pairOf(id, group)] = m_next.take(rows.rows, m_placed.strides[group]);
                }
            }
        }
    }

    void listCopies() {
        std::size_t begin = 0;
        FlatList<CopyId, StaticEntryId> next;
        for (const CopyId id : m_found.statics.sources.ids()) {
            const StaticEntryId first(begin);
            const std::uint32_t rows = m_placed.spaces[m_placed.staticSpaceOf(id)].rows;
            m_placed.copies.push_back({m_found.statics.sources[id], {first, rows}});
            next.push_back(first);
            begin += rows;
        }
        m_placed.staticIds.extend(m_found.statics.rows.size());
        m_placed.staticOffsets.extend(m_found.statics.rows.size());
        for (const RowId row : m_found.staticRows()) {
            const StaticRow& source = m_found.statics.rows[row];
            StaticEntryId& entry = next[source.source];
            m_placed.staticIds[entry] = source.id;
            m_placed.staticOffsets[entry] = m_placed.offsetOf(row);
            ++entry.value;
        }
    }

    const NetCode& m_code;
    const FoundRows& m_found;
    DType m_dtype;
    OffsetCursor m_next;
    PlacedRows m_placed;
    IdVector<SpaceId, std::vector<ClassId>> m_classesOf;                 // the first few classes of a space
    std::map<std::pair<SpaceId, std::uint64_t>, ClassId> m_otherClasses; // the others, by space and demand
};

} // namespace

PlacedRows placeRows(const PlanInput& input, const FoundRows& found, PlacedRows recycled) {
    return RowPlacer(input, found, std::move(recycled)).run();
}

} // namespace batchscope
