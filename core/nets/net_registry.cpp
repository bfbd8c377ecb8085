// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/registry.h"
#include "core/nets/net_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace batchscope {

namespace {

/// Files of models that --model is given and does not take.
struct ForeignModel {
    std::string_view ending;
    std::string_view what;
    std::string_view advice;
};

constexpr std::string_view kScriptIt = "save the module as TorchScript, torch.jit.script(module).save(\"module.pt\"), "
                                       "or record its calls with batchscope_record";
constexpr auto kForeignModels = std::to_array<ForeignModel>(
    {{".onnx", "an ONNX graph, which is of one shape of input and holds no tree", kScriptIt},
     {".pt2", "a program of torch.export, which is of one shape of input and holds no tree", kScriptIt},
     {".safetensors", "a file of weights without a net",
      "choose the net with --model, save the weights with torch.save(safetensors.torch.load_file(FILE), "
      "\"weights.pt\") "
      "and pass those as --weights"},
     {".npz", "a file of weights without a net", "choose the net with --model and pass the file as --weights"},
     {".json", "a JSON file", "open a program in place of the trees; write a net as a module, FILE.py"},
     {".ckpt", "a checkpoint of a training framework", kScriptIt},
     {".h5", "a model of Keras or another HDF5 file",
      "export its weights with numpy.savez and pass them as --weights"}});

} // namespace

std::span<const Net> nets() {
    static const std::vector<Net> kNets = rowsOf(kNetList);
    return kNets;
}

Result<const Net*> findNet(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(nets().size());
    for (const Net& net : nets()) {
        names.emplace_back(net.name);
    }
    for (const ForeignModel& foreign : kForeignModels) {
        if (name.ends_with(foreign.ending)) {
            return Error{ErrorCode::Config, fmt::format("this is {}; {}", foreign.what, foreign.advice),
                         std::string(name)};
        }
    }
    const Result<std::size_t> index = indexOfName(name, names, "model");
    TRY(index);
    return &nets()[*index];
}

std::string_view netTitle(std::string_view name) {
    const auto found = std::find_if(nets().begin(), nets().end(), [name](const Net& net) { return net.name == name; });
    if (found != nets().end()) {
        return found->title;
    }
    return name;
}

} // namespace batchscope
