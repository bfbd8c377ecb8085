// SPDX-License-Identifier: GPL-3.0-or-later
//
// Instructions of the pickle format and the names that its reader and writer share. Only this room includes it.
#pragma once

#include <cstdint>
#include <string_view>

namespace batchscope {

/// By the byte of each instruction (Python's pickletools.py).
enum class PickleCode : unsigned char {
    Mark = '(',
    Stop = '.',
    Pop = '0',
    BuildState = 'b',
    Global = 'c',
    GetShort = 'h',
    GetLong = 'j',
    Int32 = 'J',
    Int8 = 'K',
    Int16 = 'M',
    None = 'N',
    PersistentId = 'Q',
    PutShort = 'q',
    PutLong = 'r',
    Reduce = 'R',
    SetItem = 's',
    SetItems = 'u',
    Tuple = 't',
    EmptyTuple = ')',
    EmptyDict = '}',
    EmptyList = ']',
    Append = 'a',
    Appends = 'e',
    Text = 'X',
    Float = 'G',
    Protocol = 0x80,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    True = 0x88,
    False = 0x89,
    Long = 0x8a,
    ShortText = 0x8c,
    StackGlobal = 0x93,
    Memoize = 0x94,
    Frame = 0x95,
};

inline constexpr std::string_view kTorchModule = "torch";
inline constexpr std::string_view kRebuildModule = "torch._utils";
inline constexpr std::string_view kRebuildTensor = "_rebuild_tensor_v2";
inline constexpr std::string_view kRebuildParameter = "_rebuild_parameter";
inline constexpr std::string_view kCollections = "collections";
inline constexpr std::string_view kOrderedDict = "OrderedDict";
inline constexpr std::string_view kStorageTag = "storage";

} // namespace batchscope
