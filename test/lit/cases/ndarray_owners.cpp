// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shape: the owner of an ndarray's memory is a capsule that Python releases with the GIL; a blob lent to native code is not.
// flags: nanobind
// model: pool.model.json
#include "pool.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

namespace {

struct Buffer {
  float data[16];
  nb::object keepAlive;
};

nb::ndarray<nb::numpy, float> share(nb::object o) {
  auto *buffer = new Buffer{{}, std::move(o)};
  nb::capsule owner(buffer, [](void *p) noexcept { delete static_cast<Buffer *>(p); });
  return nb::ndarray<nb::numpy, float>(buffer->data, {16}, owner);
}

void lend(nb::object o) {
  auto *buffer = new Buffer{{}, std::move(o)};
  poolSubmit([](void *p) {
    delete static_cast<Buffer *>(p); // expect: callback-without-gil
  }, buffer);
}

void lendWell(nb::object o) {
  auto *buffer = new Buffer{{}, std::move(o)};
  poolSubmit([](void *p) {
    nb::gil_scoped_acquire gil;
    delete static_cast<Buffer *>(p);
  }, buffer);
}

} // namespace

NB_MODULE(ndarray_owners, m) {
  m.def("share", &share);
  m.def("lend", &lend);
  m.def("lend_well", &lendWell);
  m.def("wait", &poolWait, nb::call_guard<nb::gil_scoped_release>());
}
