// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of the engine's passes on the current graph, as a table: first no passes, then each pass with the figures
// for it and all passes before it. A check box toggles a pass; the model only emits the request.
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

    /// `asked`: the requested passes, nullopt if the plain bodies run. `report` may be null, or belong to other passes
    /// while the new figures are counted.
    void setState(std::shared_ptr<const PassReport> report, std::optional<PassSet> asked);
    void setTheme(const Theme& theme);

    /// Nullopt for the first row.
    [[nodiscard]] static std::optional<Pass> passOf(int row);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Requests a pass by its check box; setState delivers the result.
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
    /// The figures of a row; null if unknown.
    [[nodiscard]] const PlanFigures* figures(int row) const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;

    std::shared_ptr<const PassReport> m_report;
    std::optional<PassSet> m_asked;
    const Theme* m_theme = &lightTheme();
};

} // namespace batchscope
