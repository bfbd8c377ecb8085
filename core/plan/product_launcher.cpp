// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/product_launcher.h"

#include <algorithm>

namespace batchscope {

namespace {

/// True if the list `next` starts right after the `rows` entries of the list `before`, or if neither launch has a list.
template <typename IdType>
bool goesOn(IdType before, std::uint32_t rows, IdType next) {
    return before.valid() ? next.index() == before.index() + rows : !next.valid();
}

} // namespace

ProductLauncher::ProductLauncher(const PlanInput& input, const FoundRows& found, const PlacedRows& placed,
                                 Launches& launches)
    : m_found(found), m_placed(placed), m_launches(launches), m_forGradients(input.options.forGradients),
      m_keepsProducts(input.code.planRules.keepTableProducts && !m_forGradients),
      m_isPerBatch(launchingOf(input.schedule) == Launching::PerBatch), m_made(placed.classes.size(), 0),
      m_launched(placed.products.size(), 0), m_launchedBelow(placed.strides.size(), RowId(std::size_t{0})),
      m_classesOf(placed.strides.size()), m_hasProduct(m_isPerBatch ? placed.strides.size() : 0) {
    for (const ClassId id : placed.classes.ids()) {
        const RowClass& rows = placed.classes[id];
        if (placed.copyInto(rows.space) != nullptr) {
            m_made[id] = rows.rows; // static rows exist from the start
        }
        for (const GroupId group : placed.strides.ids()) {
            if (placed.products[placed.pairOf(id, group)] != kNoOffset) {
                m_classesOf[group].push_back(id);
            }
        }
    }
    if (!m_isPerBatch && (!placed.ordered || m_keepsProducts)) {
        listRowsByClass();
    }
}

void ProductLauncher::listRowsByClass() {
    std::uint32_t next = 0;
    for (const RowClass& rows : m_placed.classes) {
        m_listFirst.push_back(next);
        next += rows.rows;
    }
    m_listed.resize(next);
    const auto list = [this](IdRange<RowId> rows) {
        for (const RowId row : rows) {
            m_listed[m_listFirst[m_placed.rowClasses[row]] + m_placed.rowPlaces[row]] = row;
        }
    };
    list(m_found.staticRows());
    if (!m_placed.ordered) {
        list(m_found.dynamicRows());
    }
}

void ProductLauncher::addRows(const RowRun& run) {
    for (const RowId row : run.rows) {
        ++m_made[m_placed.rowClasses[row]];
    }
    m_madeBelow = run.rows.next();
}

void ProductLauncher::launchFor(BatchId batch, GroupId group, std::span<const RowId> rows, RowId latest) {
    if (m_isPerBatch) {
        launchOwn(batch, group, rows);
    } else if (!rows.empty() && latest >= m_launchedBelow[group]) {
        launchReady(batch, group);
    }
}

/// Launches the missing products of all rows that exist.
void ProductLauncher::launchReady(BatchId batch, GroupId group) {
    const ProductId firstNew = m_launches.products.next();
    for (const ClassId id : m_classesOf[group]) {
        std::uint32_t& launched = m_launched[m_placed.pairOf(id, group)];
        if (launched < m_made[id]) {
            launchClass(group, id, launched, m_made[id] - launched, firstNew);
            launched = m_made[id];
        }
    }
    m_launchedBelow[group] = std::max(m_madeBelow, m_found.firstDynamic);
    pushSteps(batch, firstNew);
}

/// Launches the products of rows [place, place + count) of a class.
void ProductLauncher::launchClass(GroupId group, ClassId id, std::uint32_t place, std::uint32_t count,
                                  ProductId firstNew) {
    const RowClass& rows = m_placed.classes[id];
    ProductLaunch launch{.group = group,
                         .rows = count,
                         .input = rows.first + place * rows.stride,
                         .inputStride = rows.stride,
                         .output = m_placed.products[m_placed.pairOf(id, group)] + place * m_placed.strides[group],
                         .space = rows.space,
                         .demand = rows.demand};
    if (isKept(rows.space)) {
        keep(launch, std::span(m_listed).subspan(m_listFirst[id] + place, count));
    }
    if (m_placed.ordered) {
        add(launch, firstNew);
    } else {
        gather(launch, std::span(m_listed).subspan(m_listFirst[id] + place, count));
        m_launches.products.push_back(launch);
    }
}

/// Launches the missing products of the rows that the batch reads.
void ProductLauncher::launchOwn(BatchId batch, GroupId group, std::span<const RowId> rows) {
    const ProductId firstNew = m_launches.products.next();
    std::vector<bool>& known = m_hasProduct[group];
    known.resize(m_found.end.index());
    for (const RowId row : rows) {
        if (known[row.index()]) {
            continue;
        }
        known[row.index()] = true;
        add(ownProduct(group, row), firstNew);
    }
    pushSteps(batch, firstNew);
}

ProductLaunch ProductLauncher::ownProduct(GroupId group, RowId row) {
    const RowClass& rows = m_placed.classOf(row);
    ProductLaunch launch{.group = group,
                         .rows = 1,
                         .input = m_placed.offsetOf(row),
                         .inputStride = rows.stride,
                         .output = m_placed.productOffsetOf(row, group),
                         .space = rows.space,
                         .demand = rows.demand};
    if (isKept(rows.space)) {
        keep(launch, {&row, 1});
    }
    if (!m_placed.ordered) {
        gather(launch, {&row, 1});
    }
    return launch;
}

/// Adds the launch, merged into the last new one if their blocks are adjacent.
void ProductLauncher::add(const ProductLaunch& launch, ProductId firstNew) {
    if (m_launches.products.next() > firstNew && canAppend(m_launches.products.back(), launch)) {
        m_launches.products.back().rows += launch.rows;
    } else {
        m_launches.products.push_back(launch);
    }
}

/// True if `next` reads and writes right after `before`. For gradients, their space and demand must also be equal.
bool ProductLauncher::canAppend(const ProductLaunch& before, const ProductLaunch& next) const {
    const std::uint32_t stride = m_placed.strides[before.group];
    return before.inputStride == next.inputStride && before.input + before.rows * before.inputStride == next.input &&
           before.output + before.rows * stride == next.output && before.table == next.table &&
           goesOn(before.gathered, before.rows, next.gathered) && goesOn(before.lookups, before.rows, next.lookups) &&
           (!m_forGradients || (before.demand == next.demand && before.space == next.space));
}

/// True if products of the space's rows, which are look-ups, may be kept.
bool ProductLauncher::isKept(SpaceId space) const {
    const CopyLaunch* const copy = m_keepsProducts ? m_placed.copyInto(space) : nullptr;
    return copy != nullptr && copy->source.source == OperandSource::Lookup;
}

/// Lists the rows of the table, so that the engine can reuse products it has kept.
void ProductLauncher::keep(ProductLaunch& launch, std::span<const RowId> rows) {
    launch.table = m_placed.copyInto(launch.space)->source.table;
    launch.lookups = m_launches.lookups.next();
    const std::span<std::uint32_t> out = m_launches.lookups.extend(rows.size());
    std::transform(rows.begin(), rows.end(), out.begin(), [this](RowId row) { return m_found.statics.rows[row].id; });
}

void ProductLauncher::gather(ProductLaunch& launch, std::span<const RowId> rows) {
    launch.gathered = m_launches.offsets.next();
    const std::span<Offset> out = m_launches.offsets.extend(rows.size());
    std::transform(rows.begin(), rows.end(), out.begin(), [this](RowId row) { return m_placed.offsetOf(row); });
    launch.input = scratchFor(launch);
}

/// Reserves memory to which gathered rows are copied.
Offset ProductLauncher::scratchFor(const ProductLaunch& launch) {
    OffsetCursor scratch(m_launches.end);
    const Offset first = scratch.take(launch.rows, launch.inputStride);
    m_launches.end = scratch.end();
    return first;
}

void ProductLauncher::pushSteps(BatchId batch, ProductId firstNew) {
    for (const ProductId id : m_launches.products.idsFrom(firstNew)) {
        m_launches.steps.push_back({LaunchStep::Kind::Product, id.value, batch});
    }
}

} // namespace batchscope
