# SPDX-License-Identifier: GPL-3.0-or-later
#
# Part of `cmake --install`: copies `public_headers` from `source` (this folder) to `destination` below the prefix, and with
# them every header that they include. In the copies "core/graph/fold.h" reads "batchscope/graph/fold.h": a folder `core` on a
# consumer's include path would collide with the consumer's own.

cmake_minimum_required(VERSION 3.25)
set(open ${public_headers})
set(seen ${public_headers})
while(open)
    list(POP_FRONT open header)
    file(READ "${source}/${header}" text)
    string(REGEX MATCHALL "#include \"core/[^\"]+" includes "${text}")
    foreach(included IN LISTS includes)
        string(REPLACE "#include \"core/" "" included "${included}")
        if(NOT included IN_LIST seen)
            list(APPEND open ${included})
            list(APPEND seen ${included})
        endif()
    endforeach()
    string(REPLACE "#include \"core/" "#include \"batchscope/" text "${text}")

    set(file "${CMAKE_INSTALL_PREFIX}/${destination}/${header}")
    set(installed "")
    if(EXISTS "$ENV{DESTDIR}${file}")
        file(READ "$ENV{DESTDIR}${file}" installed)
    endif()
    if(text STREQUAL installed)
        message(STATUS "Up-to-date: $ENV{DESTDIR}${file}") # its time stays, so that consumers do not rebuild
    else()
        message(STATUS "Installing: $ENV{DESTDIR}${file}")
        file(WRITE "$ENV{DESTDIR}${file}" "${text}")
    endif()
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${file}")
endwhile()
