// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declares CLI11's application: its headers take seconds to compile, so only files that add options include them.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): CLI11's own name
class App;
}
