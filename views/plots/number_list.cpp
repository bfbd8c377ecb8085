// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/number_list.h"

#include <QStringList>

#include <algorithm>

namespace batchscope {

std::optional<std::vector<std::int32_t>> parseNumberList(const QString& text, std::int32_t largest) {
    std::vector<std::int32_t> numbers;
    QString separated = text.simplified();
    separated.replace(QChar(u';'), QChar(u',')).replace(QChar(u' '), QChar(u','));
    for (const QString& part : separated.split(QChar(u','), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int number = part.toInt(&isNumber);
        if (!isNumber || number < 1 || number > largest) {
            return std::nullopt;
        }
        numbers.push_back(number);
    }
    if (numbers.empty()) {
        return std::nullopt;
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace batchscope
