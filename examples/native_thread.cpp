// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults 1 and 2 without any library: a thread that the bindings start.
//
// The body of a std::thread is a callback like any other one: it is entered
// without the GIL. And join() waits for it: with the GIL in hand, for ever.

#include <atomic>
#include <pybind11/pybind11.h>
#include <thread>

namespace py = pybind11;

namespace {

class Poller {
public:
  explicit Poller(py::object callable) : callable(std::move(callable)) {}
  ~Poller() { stop(); }

  void start() {
    running = true;
    worker = std::thread([this] { poll(); });
  }

  // Wrong: poll() may be waiting for the GIL, which this thread holds.
  void stopHolding() {
    running = false;
    if (worker.joinable())
      worker.join();
  }

  // Right.
  void stop() {
    running = false;
    py::gil_scoped_release release;
    if (worker.joinable())
      worker.join();
  }

private:
  // Takes the GIL for the Python part only, so Python runs while it sleeps.
  void poll() {
    while (running) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      py::gil_scoped_acquire gil;
      callable();
    }
  }

  py::object callable;
  std::thread worker;
  std::atomic<bool> running{false};
};

// Wrong: a thread of its own for one call, and no GIL in it.
void callLaterBadly(py::object callable) {
  PyObject *function = callable.release().ptr();
  std::thread([function] {
    Py_XDECREF(PyObject_CallNoArgs(function));
    Py_DECREF(function);
  }).detach();
}

// Right: the closure owns nothing of Python's but a plain pointer, and all that
// is done with the pointer is done under the GIL.
void callLater(py::object callable) {
  PyObject *function = callable.release().ptr();
  std::thread([function] {
    py::gil_scoped_acquire gil;
    Py_XDECREF(PyObject_CallNoArgs(function));
    PyErr_Clear();
    Py_DECREF(function);
  }).detach();
}

} // namespace

PYBIND11_MODULE(native_thread, m) {
  py::class_<Poller>(m, "Poller")
      .def(py::init<py::object>())
      .def("start", &Poller::start)
      .def("stop_holding", &Poller::stopHolding)
      .def("stop", &Poller::stop);
  m.def("call_later_badly", &callLaterBadly);
  m.def("call_later", &callLater);
}
