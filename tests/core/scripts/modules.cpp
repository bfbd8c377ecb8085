// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/scripts/modules.h"

#include <ATen/Context.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/zeros.h>

namespace batchscope::testing {

const char* const kTreeLstmSource = R"(
def leaf(self, word):
    h = torch.embedding(self.E, word, -1, False, False)
    return h, torch.zeros_like(h)

def children(self, lh, lc, rh, rc):
    a, i, f1, f2, o = (torch.linear(lh, self.L, self.b) + torch.linear(rh, self.R)).chunk(5, 1)
    c = a.tanh() * i.sigmoid() + f1.sigmoid() * lc + f2.sigmoid() * rc
    return o.sigmoid() * c.tanh(), c

def logits(self, h):
    return torch.addmm(self.y, h, self.Y.t())
)";

const char* const kLeafSource = R"(
def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)

def logits(self, h):
    return torch.matmul(h, torch.t(self.Y)) + self.y
)";

torch::jit::Module moduleOf(const std::string& source, std::int64_t d, std::int64_t words) {
    at::manual_seed(3);
    torch::jit::Module module("Encoder");
    const auto add = [&](const char* name, std::initializer_list<std::int64_t> sizes) {
        module.register_parameter(name, at::rand(at::IntArrayRef(sizes)).sub(0.5).requires_grad_(), false);
    };
    add("E", {words, d});
    add("L", {5 * d, d});
    add("R", {5 * d, d});
    add("W", {d, d});
    add("V", {d, 2 * d});
    add("Y", {3, d});
    add("b", {5 * d});
    add("v", {d});
    add("y", {3});
    add("G", {3 * d, d});
    module.register_buffer("s", at::rand({d}).add(0.5)); // a variance
    add("a", {1});                                       // last, so that the numbers of the others stay
    module.register_parameter("z", at::zeros({d}).requires_grad_(), false);
    module.define(source);
    return module;
}

} // namespace batchscope::testing
