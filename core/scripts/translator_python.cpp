// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/rule_parts.h"

#include <array>

namespace batchscope {

namespace {

Made length(RuleContext& /*in*/, Args a) {
    if (a[0].is(Known::Kind::List)) {
        return Known::integer(static_cast<std::int64_t>(a[0].items->size()));
    }
    return isRowAt(a, 0) ? Made(Known{.kind = Known::Kind::Batch}) : std::nullopt;
}

Made item(RuleContext& /*in*/, Args a) {
    if (!a[0].is(Known::Kind::List) || !a[1].is(Known::Kind::Int)) {
        return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(a[0].items->size());
    const std::int64_t place = a[1].whole < 0 ? a[1].whole + count : a[1].whole;
    return place >= 0 && place < count ? Made((*a[0].items)[static_cast<std::size_t>(place)]) : std::nullopt;
}

Made append(RuleContext& /*in*/, Args a) {
    if (!a[0].is(Known::Kind::List)) {
        return std::nullopt;
    }
    a[0].items->push_back(a[1]);
    return a[0];
}

Made list(RuleContext& /*in*/, Args a) {
    return Known::list({a.begin(), a.end()});
}

template <bool (*Holds)(double, double)>
Made compare(RuleContext& /*in*/, Args a) {
    return a[0].isScalar() && a[1].isScalar() ? Made(Known::flag(Holds(a[0].number, a[1].number))) : std::nullopt;
}

bool equal(double x, double y) {
    return x == y;
}
bool differ(double x, double y) {
    return x != y;
}
bool isLess(double x, double y) {
    return x < y;
}
bool isGreater(double x, double y) {
    return x > y;
}
bool isAtMost(double x, double y) {
    return x <= y;
}
bool isAtLeast(double x, double y) {
    return x >= y;
}

Made isSame(RuleContext& /*in*/, Args a) {
    return Known::flag(a[0].is(Known::Kind::None) && a[1].is(Known::Kind::None));
}

Made isOther(RuleContext& /*in*/, Args a) {
    return Known::flag(!(a[0].is(Known::Kind::None) && a[1].is(Known::Kind::None)));
}

Made negation(RuleContext& /*in*/, Args a) {
    return a[0].is(Known::Kind::Flag) ? Made(Known::flag(a[0].whole == 0)) : std::nullopt;
}

Made floorDivide(RuleContext& /*in*/, Args a) {
    const bool fits = a[0].is(Known::Kind::Int) && a[1].is(Known::Kind::Int) && a[1].whole > 0 && a[0].whole >= 0;
    return fits ? Made(Known::integer(a[0].whole / a[1].whole)) : std::nullopt;
}

Made asNumber(RuleContext& /*in*/, Args a) {
    return a[0].isScalar() ? Made(Known::real(a[0].number)) : std::nullopt;
}

Made nothing(RuleContext& /*in*/, Args /*a*/) {
    return Known::none();
}

constexpr std::array kPythonRules = {
    RuleRow{"aten::len", length},           RuleRow{"aten::__getitem__", item},
    RuleRow{"prim::TupleIndex", item},      RuleRow{"aten::append", append},
    RuleRow{"prim::ListConstruct", list},   RuleRow{"prim::TupleConstruct", list},
    RuleRow{"aten::eq", compare<equal>},    RuleRow{"aten::ne", compare<differ>},
    RuleRow{"aten::lt", compare<isLess>},   RuleRow{"aten::gt", compare<isGreater>},
    RuleRow{"aten::le", compare<isAtMost>}, RuleRow{"aten::ge", compare<isAtLeast>},
    RuleRow{"aten::__is__", isSame},        RuleRow{"aten::__isnot__", isOther},
    RuleRow{"aten::__not__", negation},     RuleRow{"aten::floordiv", floorDivide},
    RuleRow{"aten::Float", asNumber},       RuleRow{"prim::device", nothing},
    RuleRow{"prim::dtype", nothing},
};

} // namespace

std::span<const RuleRow> pythonRules() {
    return kPythonRules;
}

} // namespace batchscope
