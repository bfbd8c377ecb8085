// SPDX-License-Identifier: GPL-3.0-or-later
//
// CLI11's application by name: its headers take seconds to compile, so only the files that add options include them.
#pragma once

namespace CLI { // NOLINT(readability-identifier-naming): CLI11's own name
class App;
}
