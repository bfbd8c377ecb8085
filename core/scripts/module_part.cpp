// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_part.h"

#include "core/exec/interpreter/tensor_call_torch.h"
#include "core/exec/machine.h"

#include <ATen/ops/empty.h>

#include <stdexcept>
#include <utility>

namespace batchscope {

namespace {

/// The bytes of a contiguous tensor.
std::span<std::byte> bytesOf(const at::Tensor& tensor) {
    return {static_cast<std::byte*>(tensor.data_ptr()), tensor.nbytes()};
}

class RemoteCall final : public TensorCall {
public:
    RemoteCall(std::shared_ptr<ModuleChild> child, const OpsRequest& request, const Op& op, SentCall call)
        : m_child(std::move(child)), m_call(std::move(call)) {
        m_frame.arity = request.arity;
        m_frame.dtype = request.dtype;
        m_frame.op = m_call.op;
        m_frame.ids = m_call.parameters;
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            m_widths.push_back(op.outputWidth(output));
        }
    }

    [[nodiscard]] const std::vector<ParamId>& parameters() const override { return m_call.parameters; }
    [[nodiscard]] const std::string& title() const override { return m_call.title; }
    [[nodiscard]] std::string_view hazard() const override { return m_call.hazard; }

    [[nodiscard]] std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                              const std::vector<at::Tensor>& parameters,
                                              const CallContext& context) const override {
        std::vector<at::Tensor> kept; // while the frame points to them
        CallFrame frame = frameOf(arguments, parameters, context, kept);
        std::vector<at::Tensor> outputs;
        for (const std::int32_t width : m_widths) {
            outputs.push_back(
                at::empty({static_cast<std::int64_t>(frame.rows), width}, at::TensorOptions(scalarType(frame.dtype))));
            frame.outputs.push_back(bytesOf(outputs.back()));
        }
        (void)called(frame, context);
        return outputs;
    }

    [[nodiscard]] CallGradients gradients(const std::vector<at::Tensor>& arguments,
                                          const std::vector<at::Tensor>& parameters,
                                          const std::vector<at::Tensor>& outputGradients,
                                          const CallContext& context) const override {
        std::vector<at::Tensor> kept;
        CallFrame frame = frameOf(arguments, parameters, context, kept);
        for (const at::Tensor& gradient : outputGradients) {
            kept.push_back(gradient.contiguous());
            frame.outputGradients.push_back(bytesOf(kept.back()));
        }
        CallGradients found;
        for (const at::Tensor& argument : arguments) {
            found.arguments.push_back(argument.is_floating_point() ? at::empty(argument.sizes(), argument.options())
                                                                   : at::Tensor());
            frame.argumentGradients.push_back(found.arguments.back().defined() ? bytesOf(found.arguments.back())
                                                                               : std::span<std::byte>());
        }
        for (const at::Tensor& parameter : parameters) {
            found.parameters.push_back(at::empty(parameter.sizes(), parameter.options()));
            frame.parameterGradients.push_back(bytesOf(found.parameters.back()));
        }
        const CallReply reply = called(frame, context);
        const auto drop = [](std::vector<at::Tensor>& gradients, const std::vector<std::uint8_t>& are) {
            for (std::size_t index = 0; index < gradients.size(); ++index) {
                gradients[index] = are[index] != 0 ? gradients[index] : at::Tensor();
            }
        };
        drop(found.arguments, reply.arguments);
        drop(found.parameters, reply.parameters);
        return found;
    }

private:
    [[nodiscard]] CallFrame frameOf(const std::vector<at::Tensor>& arguments, const std::vector<at::Tensor>& parameters,
                                    const CallContext& context, std::vector<at::Tensor>& kept) const {
        CallFrame frame = m_frame;
        frame.seed = context.seed;
        frame.weights = context.weights;
        frame.threads = threadCount();
        frame.rows = static_cast<std::uint64_t>(arguments.front().size(0));
        for (const at::Tensor& argument : arguments) {
            kept.push_back(argument.contiguous());
            frame.arguments.push_back(bytesOf(kept.back()));
        }
        for (const at::Tensor& parameter : parameters) {
            kept.push_back(parameter.contiguous());
            frame.parameters.push_back(bytesOf(kept.back()));
        }
        return frame;
    }

    [[nodiscard]] CallReply called(const CallFrame& frame, const CallContext& context) const {
        const RunControl none;
        Result<CallReply> reply = m_child->call(frame, context.control == nullptr ? none : *context.control);
        if (!reply) {
            throw std::runtime_error(reply.error().message);
        }
        return std::move(*reply);
    }

    std::shared_ptr<ModuleChild> m_child;
    SentCall m_call;
    CallFrame m_frame;
    std::vector<std::int32_t> m_widths;
};

} // namespace

const ModulePart kModulePart = {
    .remoteCall = [](std::shared_ptr<ModuleChild> child, const OpsRequest& request, const Op& op,
                     SentCall call) -> std::shared_ptr<const OpCall> {
        return std::make_shared<const RemoteCall>(std::move(child), request, op, std::move(call));
    },
};

} // namespace batchscope
