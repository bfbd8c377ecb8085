// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/execution.h"

#include "core/base/check.h"

#include <utility>

namespace batchscope {

Execution::Execution(std::shared_ptr<RecordedState> state) : m_state(std::move(state)) {
    BATCHSCOPE_CHECK(m_state != nullptr);
}

} // namespace batchscope
