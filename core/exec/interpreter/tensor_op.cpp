// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/exec/interpreter/tensor_call_torch.h"
#include "core/exec/tensor_op_torch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace batchscope {

namespace {

class FunctionCall final : public TensorCall {
public:
    explicit FunctionCall(TensorOp op) : m_op(std::move(op)) {}

    [[nodiscard]] const std::vector<ParamId>& parameters() const override { return m_op.parameters; }
    [[nodiscard]] const std::string& title() const override { return m_op.name; }
    [[nodiscard]] std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                              const std::vector<at::Tensor>& parameters,
                                              const CallContext& context) const override {
        const SeededDraws draws(context.seed);
        std::vector<at::Tensor> outputs = m_op.run({arguments, parameters});
        check(outputs, arguments);
        return outputs;
    }

private:
    void check(const std::vector<at::Tensor>& outputs, const std::vector<at::Tensor>& arguments) const {
        if (outputs.size() != m_op.widths.size()) {
            throw std::runtime_error(fmt::format("the function of {} returned {} tensors; expected {}", m_op.name,
                                                 outputs.size(), m_op.widths.size()));
        }
        for (std::size_t output = 0; output < outputs.size(); ++output) {
            const std::int64_t rows =
                rowsOf(arguments).value_or(outputs[output].dim() > 0 ? outputs[output].size(0) : 0);
            const std::vector<std::int64_t> expected = {rows, m_op.widths[output]};
            if (outputs[output].sizes() != at::IntArrayRef(expected)) {
                const std::vector<std::int64_t> found = outputs[output].sizes().vec();
                throw std::runtime_error(fmt::format("output {} of the function of {} has the shape {}; expected {}",
                                                     output, m_op.name, fmt::format("[{}]", fmt::join(found, ", ")),
                                                     fmt::format("[{}]", fmt::join(expected, ", "))));
            }
        }
    }

    /// The number of rows of the batch; not known if all arguments are shared.
    [[nodiscard]] std::optional<std::int64_t> rowsOf(const std::vector<at::Tensor>& arguments) const {
        for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
            if (m_op.arguments[slot].kind != ArgumentClass::Shared) {
                return arguments[slot].size(0);
            }
        }
        return std::nullopt;
    }

    TensorOp m_op;
};

} // namespace

Op tensorOp(const OpSet& set, TensorOp op) {
    BATCHSCOPE_CHECK(op.run && !op.widths.empty());
    BATCHSCOPE_CHECK(std::all_of(op.arguments.begin(), op.arguments.end(),
                                 [](const ArgumentType& type) { return type.arity == Arity::One; }));
    BodyBuilder body(set.params);
    for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
        if (op.arguments[slot].kind != ArgumentClass::Integer) {
            body.argument(static_cast<std::int32_t>(slot), op.arguments[slot].width);
        }
    }
    for (std::size_t output = 0; output < op.widths.size(); ++output) {
        body.output(body.call(static_cast<std::int32_t>(output), op.widths[output]));
    }
    Op made{.name = op.name, .arguments = op.arguments, .body = body.take(), .batchable = op.batchable};
    made.call = std::make_shared<const FunctionCall>(std::move(op));
    return made;
}

} // namespace batchscope
