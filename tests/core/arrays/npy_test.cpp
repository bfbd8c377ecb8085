// SPDX-License-Identifier: GPL-3.0-or-later
//
// The npy format: the bytes as NumPy writes them, headers that lie, elements in any order.
#include "core/arrays/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// An npy file of version 1.0 with this dict.
std::string npyWith(const std::string& dict, std::size_t numbers) {
    std::string bytes("\x93NUMPY\x01\0", 8);
    bytes += static_cast<char>(dict.size());
    bytes += '\0';
    return bytes + dict + std::string(numbers * sizeof(float), '\0');
}

std::string messageOf(const std::string& bytes) {
    const Result<NamedArray> array = parseNpy(bytes, "W", "f.npz");
    return array ? "" : array.error().message;
}

TEST(Npy, BytesAreThoseOfNumPy) {
    const std::vector<float> numbers = {1.0F, -2.0F};
    const std::string bytes = npyBytes(arrayOf<float>("a", {2}, numbers));
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\0\x76\0", 10));
    EXPECT_EQ(bytes.substr(10, 118), header + std::string(118 - header.size() - 1, ' ') + "\n");
    EXPECT_EQ(bytes.substr(128), std::string("\0\0\x80\x3f\0\0\0\xc0", 8));
}

TEST(Npy, AnyOrderOfKeysAndSpacesIsRead) {
    const std::string dict = "{ \"shape\" : (2, 3),'fortran_order':False , 'descr': '<f4'}";
    const Result<NamedArray> array = parseNpy(npyWith(dict, 6), "W", "f");
    ASSERT_TRUE(array.hasValue()) << array.error().text();
    EXPECT_EQ(array->info.shape, (std::vector<std::uint64_t>{2, 3}));
}

TEST(Npy, HeadersThatLieAreRefused) {
    const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    EXPECT_EQ(messageOf(npyWith(good, 2)), "");
    EXPECT_EQ(messageOf(npyWith(good, 3)), "'W' has 12 bytes of numbers; its shape needs 8");
    EXPECT_EQ(messageOf(npyWith(good, 1)), "'W' has 4 bytes of numbers; its shape needs 8");
    EXPECT_EQ(messageOf(npyWith(good, 2).substr(0, 40)), "the header of the array 'W' is damaged");
    EXPECT_EQ(messageOf("PK" + good), "'W' is not an array of NumPy: it does not begin as the npy format does");
    std::string version = npyWith(good, 2);
    version[6] = '\x09';
    EXPECT_EQ(messageOf(version), "'W' has version 9 of the npy format; expected 1, 2 or 3");
    for (const std::string dict :
         {"", "{}", "{'descr': '<f4', 'fortran_order': False}", "{'descr': '<f4', 'shape': (2,), 'shape': (2,)}",
          "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': 2}",
          "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x"}) {
        EXPECT_EQ(messageOf(npyWith(dict, 2)), "the header of the array 'W' is damaged") << dict;
    }
    const std::string huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}";
    EXPECT_THAT(messageOf(npyWith(huge, 2)), HasSubstr("'W' has 8 bytes of numbers"));
    const std::string axes = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}";
    EXPECT_EQ(messageOf(npyWith(axes, 1)), "'W' has 9 axes; at most 8 are supported");
}

TEST(Npy, ElementsAreGatheredInAnyOrderWithinTheirStorage) {
    const std::vector<float> stored = {0, 1, 2, 3, 4, 5, 6, 7};
    const std::string bytes = arrayOf<float>("", {8}, stored).bytes;
    const auto gathered = [&bytes](std::vector<std::uint64_t> shape, std::uint64_t begin,
                                   std::vector<std::uint64_t> strides) {
        return gatherArray({"a", ElementType::Float32, std::move(shape)}, {begin, std::move(strides)}, bytes, "f");
    };
    EXPECT_EQ(gathered({2, 2}, 1, {1, 3})->numbers(), (std::vector<double>{1, 4, 2, 5}));
    EXPECT_EQ(gathered({2, 3}, 2, {3, 1})->numbers(), (std::vector<double>{2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(gathered({}, 7, {})->numbers(), std::vector<double>{7});
    EXPECT_EQ(gathered({0, 9}, 100, {9, 1})->numbers(), std::vector<double>());
    EXPECT_FALSE(gathered({2, 3}, 3, {3, 1}).hasValue()) << "one too many";
    EXPECT_FALSE(gathered({9}, 0, {0}).hasValue()) << "nine of what holds eight";
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_FALSE(gathered({3}, 0, {most}).hasValue());
    EXPECT_FALSE(gathered({most, most}, 0, {1, 1}).hasValue());
}

} // namespace
} // namespace batchscope
