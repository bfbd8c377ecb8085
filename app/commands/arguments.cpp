// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include <cmath>

namespace batchscope {

namespace {

Error wrongArgument(const QString& key, const char* wanted) {
    return Error{ErrorCode::Config, "the argument \"" + key.toStdString() + "\" must be " + wanted};
}

} // namespace

Result<QString> textArgument(const QJsonObject& arguments, const QString& key) {
    const QJsonValue value = arguments.value(key);
    if (!value.isString() || value.toString().isEmpty()) {
        return wrongArgument(key, "a non-empty string");
    }
    return value.toString();
}

Result<double> numberArgument(const QJsonObject& arguments, const QString& key) {
    const QJsonValue value = arguments.value(key);
    if (!value.isDouble()) {
        return wrongArgument(key, "a number");
    }
    return value.toDouble();
}

Result<std::size_t> indexArgument(const QJsonObject& arguments, const QString& key) {
    constexpr double kLargest = 4294967295.0; // ids have 32 bits
    const double value = arguments.value(key).toDouble(-1.0);
    if (value < 0.0 || value > kLargest || std::floor(value) != value) {
        return wrongArgument(key, "a non-negative integer");
    }
    return static_cast<std::size_t>(value);
}

} // namespace batchscope
