// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the panel of the history says where there is nothing to show, and of names that it does not know.
#pragma once

#include "core/base/result.h"
#include "views/history/history_view.h"
#include "views/theme/theme.h"

#include <QString>
#include <QStringList>

namespace batchscope {

/// A page in place of the runs: why there are none, and what to do; a link asks to read the history again.
[[nodiscard]] QString emptyHistoryText(const RunHistory& history, HistoryView::Keeping keeping, const Theme& theme);

/// "12 of 20 runs · 2 slower than the run before", or what is not kept yet; `found` of `all` rows pass the filter.
[[nodiscard]] QString historyStateText(const RunHistory& history, int all, int found);

/// The Config error of a name that is none of these.
[[nodiscard]] Error noSuchTimes(const QString& name, const QStringList& names);

} // namespace batchscope
