// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of the passes of the engine on the current graph, as a table: first no passes, then each pass with the
// figures for it and all passes before it. A check box toggles a pass; the model only emits the request.
#pragma once

#include "core/plan/pass_report.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <memory>
#include <optional>

namespace batchscope {

class PassesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Title, Launches, Flops, Copied, Elementwise, Memory, ColumnCount };

    using TableModel::TableModel;

    enum class Counting { Ended, Running };
    /// `asked`: the passes that are wanted, none where the plain bodies run; `report` may be null, or still be that of
    /// others while they are counted.
    void setState(std::shared_ptr<const PassReport> report, std::optional<PassSet> asked, Counting counting);
    void setTheme(const Theme& theme);

    /// None for the first row.
    [[nodiscard]] static std::optional<Pass> passOf(int row);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A check asks for the pass; the answer comes with setState.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void toggleAsked(const QString& pass);

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    [[nodiscard]] bool isOn(int row) const;
    /// The figures of a row and of the one above it; null where there are none, above the first one.
    [[nodiscard]] const PlanFigures* figures(int row) const;
    [[nodiscard]] const PlanFigures* figuresAbove(int row) const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;

    std::shared_ptr<const PassReport> m_report;
    std::optional<PassSet> m_asked;
    Counting m_counting = Counting::Ended;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
