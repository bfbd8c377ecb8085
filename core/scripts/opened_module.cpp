// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/opened_module_torch.h"

#include "core/scripts/script_source_torch.h"
#include "core/words/script_words.h"

#include <caffe2/serialize/read_adapter_interface.h>
#include <fmt/format.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/import.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace batchscope {

namespace {

/// The first nonempty line.
std::string firstLine(const std::string& text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
    return text.substr(begin, text.find('\n', begin) - begin);
}

/// The message of an exception that a script raises, which follows a listing of the script.
std::string lastLine(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.pop_back();
    }
    const std::size_t end = text.rfind('\n');
    return end == std::string::npos ? text : text.substr(end + 1);
}

/// The rows of the smallest table in `embedding(weight, word, …)`; 0 if there is none.
std::size_t tableRows(const LiftedMethod& method, const LiftedTensors& tensors, bool takesWord) {
    std::size_t rows = 0;
    if (!takesWord) {
        return rows;
    }
    const torch::jit::Value* const word = method.graph->inputs()[0];
    for (const torch::jit::Use& use : word->uses()) {
        if (operationName(*use.user) != "aten::embedding" || use.offset != 1) {
            continue;
        }
        const auto inputs = method.graph->inputs();
        const auto table = std::find(inputs.begin(), inputs.end(), use.user->inputs()[0]);
        const auto place = static_cast<std::size_t>(table - inputs.begin());
        if (table != inputs.end() && place >= method.formals) {
            const at::Tensor& weight = tensors[method.lifted[place - method.formals]].tensor;
            const auto count = static_cast<std::size_t>(weight.size(0));
            rows = rows == 0 ? count : std::min(rows, count);
        }
    }
    return rows;
}

/// Lets LibTorch read the archive from memory.
class PackedArchive final : public caffe2::serialize::ReadAdapterInterface {
public:
    explicit PackedArchive(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] std::size_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t begin, void* to, std::size_t count, const char* /*what*/) const override {
        const std::string_view found = m_bytes.substr(std::min<std::uint64_t>(begin, m_bytes.size()), count);
        std::memcpy(to, found.data(), found.size());
        return found.size();
    }

private:
    std::string_view m_bytes;
};

/// Parse error unless a record covers each storage: a file may claim more numbers than it holds.
Status checkStorages(const LiftedTensors& tensors, const std::vector<std::uint64_t>& records) {
    std::map<const void*, std::uint64_t> storages;
    for (const LiftedTensor& lifted : tensors) {
        const at::Storage& storage = lifted.tensor.storage();
        storages[storage.unsafeGetStorageImpl()] = storage.nbytes();
    }
    std::vector<std::uint64_t> claimed;
    for (const auto& [storage, bytes] : storages) {
        claimed.push_back(bytes);
    }
    std::sort(claimed.rbegin(), claimed.rend());
    for (std::size_t index = 0; index < claimed.size(); ++index) {
        const std::uint64_t stored = index < records.size() ? records[index] : 0;
        if (claimed[index] > stored) {
            return Error{ErrorCode::Parse, fmt::format("damaged: a tensor claims {} bytes, and the file holds {}",
                                                       claimed[index], stored)};
        }
    }
    return Ok{};
}

} // namespace

std::string reasonOf(const std::exception& failure) {
    const auto* const own = dynamic_cast<const c10::Error*>(&failure);
    const std::string text = own == nullptr ? failure.what() : own->what_without_backtrace();
    std::string reason = text.starts_with("The following operation failed") ? lastLine(text) : firstLine(text);
    while (reason.ends_with(':')) { // LibTorch's own source lines would follow
        reason.pop_back();
    }
    return reason;
}

Result<OpenedModule> openedModule(torch::jit::Module module, RecursionChoice recursion) {
    TRY(checkOperations(module));
    Result<FoundMethods> found = findMethods(module, recursion);
    TRY(found);
    OpenedModule opened{.module = module, .found = std::move(*found)};
    for (const auto& [role, method] : opened.found.methods) {
        const torch::jit::Method script = opened.module.get_method(method.name);
        LiftedMethod lifted = liftMethod(opened.module, script, opened.tensors);
        if (!lifted.changes.empty()) {
            return Error{ErrorCode::Parse, words::methodWrong(method.name, lifted.changes, words::kIsFunction)};
        }
        const std::size_t rows = tableRows(lifted, opened.tensors, method.takesWord);
        if (rows > 0) {
            opened.embeddingRows = opened.embeddingRows == 0 ? rows : std::min(opened.embeddingRows, rows);
        }
        opened.texts.emplace(role, textOf(script));
        opened.methods.emplace(role, std::move(lifted));
    }
    return opened;
}

Result<OpenedModule> openModule(const std::string& path, std::string_view packed,
                                const std::vector<std::uint64_t>& records, RecursionChoice recursion) {
    try {
        Result<OpenedModule> opened =
            openedModule(torch::jit::load(std::make_shared<PackedArchive>(packed), at::Device(at::kCPU)), recursion);
        const Status covered = opened ? checkStorages(opened->tensors, records) : Status(opened.error());
        return covered ? std::move(opened) : Error{covered.error().code, covered.error().message, path};
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure)), path};
    }
}

namespace {

// Functions on tensors, numbers, texts, lists and dictionaries that check bounds. Excluded on purpose: operations on
// files; set_, resize_, as_strided and _reshape_alias, which may access memory outside of the tensor; fork and wait;
// quantized operations, which need C++ objects; internal operations of LibTorch. New operations of a later LibTorch are
// refused until they have been reviewed.
constexpr std::string_view kTensorOperations = R"(
Bool Complex ComplexImplicit Delete Float FloatImplicit Int IntImplicit Scalar ScalarImplicit __and__ __contains__
__derive_index __getitem__ __iand__ __ilshift__ __ior__ __irshift__ __is__ __isnot__ __ixor__ __lshift__ __not__ __or__
__range_length __rshift__ __xor__ _assert_int_or_pair _convolution _get_tracing_state _list_to_tensor _log_softmax
_native_multi_head_attention _pack_padded_sequence _pad_packed_sequence _scaled_dot_product_attention _set_item
_shape_as_tensor _softmax _unique _unique2 _unwrap_optional _weight_norm abs absolute acos acosh adaptive_avg_pool1d
adaptive_avg_pool2d adaptive_max_pool1d adaptive_max_pool2d add addbmm addcdiv addcmul addmm addmv addr adjoint all
allclose alpha_dropout amax amin aminmax angle any append arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh
argmax argmin argsort argwhere asin asinh atan atan2 atanh atleast_1d atleast_2d atleast_3d avg_pool1d avg_pool2d
baddbmm batch_norm bernoulli bilinear bincount bitwise_and bitwise_left_shift bitwise_not bitwise_or
bitwise_right_shift bitwise_xor block_diag bmm bool broadcast_tensors broadcast_to bucketize capitalize cartesian_prod
cat cdist ceil celu chain_matmul channel_shuffle chr chunk clamp clamp_max clamp_min clear clip clone column_stack
combinations complex concat conj conj_physical constant_pad_nd contiguous conv1d conv2d conv_tbc conv_transpose1d
conv_transpose2d copy copysign corrcoef cos cosh cosine_embedding_loss cosine_similarity count count_nonzero cov cpu
cross cross_entropy_loss ctc_loss cummax cummin cumprod cumsum cumulative_trapezoid deg2rad degrees det detach diag
diag_embed diagflat diagonal dict diff digamma dim dist div divide divmod dot dropout dropout2d dsplit dstack einsum
element_size elu embedding embedding_bag empty empty_like endswith eq equal erf erfc erfinv exp exp2 expand expand_as
expandtabs expm1 exponential extend eye fabs factorial feature_alpha_dropout feature_dropout fft_fft fft_fft2
fft_fftfreq fft_fftn fft_fftshift fft_ifft fft_ifft2 fft_ifftn fft_ifftshift fft_irfft fft_irfft2 fft_irfftn fft_rfft
fft_rfft2 fft_rfftfreq fft_rfftn fill find fix flatten flip fliplr flipud float float_power floor floor_divide floordiv
fmax fmin fmod format frac frexp frobenius_norm full full_like gamma gather gcd ge gelu geometric ger get glu greater
greater_equal grid_sampler group_norm gru gru_cell gt hardshrink hardsigmoid hardswish hardtanh heaviside hex
hinge_embedding_loss hsplit hstack huber_loss hypot i0 igamma igammac imag index index_add index_copy index_fill
index_put index_select inner insert instance_norm inverse is_complex is_cuda is_floating_point is_grad_enabled is_leaf
is_nonzero is_same_size is_signed isalnum isalpha isclose isdecimal isdigit isfinite isidentifier isin isinf islower
isnan isneginf isnumeric isposinf isprintable isreal isspace istitle isupper item items join keys kl_div kron kthvalue
l1_loss layer_norm lcm ldexp le leaky_relu len lerp less less_equal lgamma linalg_cross linalg_det linalg_inv
linalg_matmul linalg_matrix_norm linalg_norm linalg_solve linalg_vector_norm linear linspace list ljust log log10 log1p
log2 log_normal log_sigmoid log_softmax logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not logical_or
logical_xor logit logspace logsumexp lower lstm lstm_cell lstrip lt mH mT manual_seed margin_ranking_loss masked_fill
masked_scatter masked_select mathremainder matmul matrix_H matrix_exp matrix_power max max_pool1d
max_pool1d_with_indices max_pool2d maximum mean median meshgrid min minimum mish mm mode modf moveaxis movedim mse_loss
msort mul multi_margin_loss multilabel_margin_loss multinomial multiply mv mvlgamma nan_to_num nanmean nanmedian
nanquantile nansum narrow native_dropout native_layer_norm ne neg negative new_empty new_full new_ones new_zeros
nextafter nll_loss nll_loss_nd nonzero nonzero_numpy norm normal not_equal nuclear_norm numel numpy_T one_hot ones
ones_like ord outer pad pairwise_distance pdist percentFormat permute pinverse pixel_shuffle poisson poisson_nll_loss
polar polygamma pop popitem positive pow prelu prod quantile rad2deg radians rand rand_like randint randint_like randn
randn_like random randperm range ravel real reciprocal reflection_pad1d relu relu6 remainder remove renorm repeat
repeat_interleave replace replication_pad1d requires_grad requires_grad_ reshape reshape_as resolve_conj resolve_neg
reverse rfind rjust rms_norm rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell roll rot90 round row_stack rpartition rrelu
rsplit rsqrt rstrip rsub scaled_dot_product_attention scatter scatter_add scatter_reduce searchsorted select
select_scatter selu set_grad_enabled setdefault sgn sigmoid sign signbit silu sin sinc sinh size slice slice_scatter
smooth_l1_loss soft_margin_loss softmax softmin softplus softshrink sort sorted split split_with_sizes splitlines sqrt
square squeeze stack startswith std std_mean storage_offset str stride strip sub subtract sum sum_to_size svd swapaxes
swapcase swapdims t take take_along_dim tan tanh tensor tensor_split tensordot threshold tile title to topk trace
transpose trapezoid trapz tril tril_indices triplet_margin_loss triu triu_indices true_divide trunc type_as unbind
unflatten unfold uniform unique_consecutive unique_dim unsafe_chunk unsafe_split unsafe_split_with_sizes unsqueeze
update upper values vander var var_mean vdot view view_as view_as_complex view_as_real vsplit vstack warn where xlogy
xor zero zeros zeros_like zfill
)";

// The operations of the TorchScript language itself.
constexpr std::string_view kLanguage = R"(
CallFunction CallMethod Constant CreateObject DictConstruct Enter EnumName EnumValue Exit GetAttr If
ImplicitTensorToNum ListConstruct ListUnpack Loop NumToTensor Print RaiseException Return SetAttr StringIndex
TupleConstruct TupleIndex TupleSlice TupleUnpack Uninitialized With abs data device dtype is_cpu is_cuda is_ipu is_meta
is_mkldnn is_nested is_quantized is_sparse is_vulkan is_xpu isinstance itemsize layout max min rangelist requires_grad
shape tolist unchecked_cast unchecked_unwrap_optional
)";

std::set<std::string> namesIn(std::string_view text) {
    std::istringstream words{std::string(text)};
    return {std::istream_iterator<std::string>(words), {}};
}

/// `operation` has a namespace but no overload: `aten::add_`. In-place variants of allowed functions are allowed.
bool isAllowedOperation(std::string_view operation) {
    static const std::set<std::string> tensorOperations = namesIn(kTensorOperations);
    static const std::set<std::string> language = namesIn(kLanguage);
    constexpr std::string_view kTensors = "aten::";
    constexpr std::string_view kOfLanguage = "prim::";
    if (operation.starts_with(kOfLanguage)) {
        return language.contains(std::string(operation.substr(kOfLanguage.size())));
    }
    if (!operation.starts_with(kTensors)) {
        return false;
    }
    std::string name(operation.substr(kTensors.size()));
    if (!tensorOperations.contains(name) && name.ends_with('_') && !name.ends_with("__")) {
        name.pop_back(); // in-place variant
    }
    return tensorOperations.contains(name);
}

/// The reason that users see when this operation is refused; common cases have their own wording.
const char* reasonFor(std::string_view operation) {
    for (const std::string_view file : {"aten::save", "aten::from_file", "aten::load"}) {
        if (operation == file) {
            return "it reads or writes files";
        }
    }
    if (operation == "prim::PythonOp" || operation == "prim::IgnoredPythonOp") {
        return "it calls Python";
    }
    return operation.starts_with("aten::") || operation.starts_with("prim::")
               ? "it is not on the list of operations that modules may use"
               : "it leaves LibTorch's own operations";
}

class Inspection {
public:
    Status inspect(const c10::ClassTypePtr& type) {
        if (!type || !m_types.insert(type.get()).second) {
            return Ok{};
        }
        for (torch::jit::Function* method : type->methods()) {
            TRY(inspect(*method));
        }
        for (std::size_t slot = 0; slot < type->numAttributes(); ++slot) {
            TRY(inspect(type->getAttribute(slot)->cast<c10::ClassType>()));
        }
        return Ok{};
    }

private:
    Status inspect(torch::jit::Function& function) {
        torch::jit::GraphFunction* const graph = torch::jit::tryToGraphFunction(function);
        return graph == nullptr || !m_functions.insert(&function).second ? Status(Ok{})
                                                                         : inspect(*graph->graph()->block());
    }

    Status inspect(const torch::jit::Block& block) {
        for (const torch::jit::Node* node : block.nodes()) {
            TRY(inspect(*node));
        }
        return Ok{};
    }

    Status inspect(const torch::jit::Node& node) {
        const std::string operation = operationName(node);
        if (!isAllowedOperation(operation)) {
            return Error{ErrorCode::Parse, fmt::format("refused before anything ran: {}: {}",
                                                       words::atPlace(operation, placeOf(node)), reasonFor(operation))};
        }
        for (const torch::jit::Value* value : node.outputs()) {
            if (const auto function = value->type()->cast<c10::FunctionType>()) {
                TRY(inspect(*function->function()));
            }
            TRY(inspect(value->type()->cast<c10::ClassType>()));
        }
        for (const torch::jit::Block* inner : node.blocks()) {
            TRY(inspect(*inner));
        }
        if (node.hasAttribute(torch::jit::attr::Subgraph)) {
            return inspect(*node.g(torch::jit::attr::Subgraph)->block());
        }
        return Ok{};
    }

    std::set<const void*> m_types;
    std::set<const void*> m_functions;
};

} // namespace

Status checkOperations(const torch::jit::Module& module) {
    return Inspection().inspect(module.type());
}

} // namespace batchscope
