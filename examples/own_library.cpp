// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults 1 and 2 once more, in a library that the auditor has never heard of.
//
// sensor.model.json describes what the C library in sensor.h does with
// callbacks and threads (docs/models.md has the format); with
// --model=examples/sensor.model.json its users are audited like MLIR's. A
// function that takes a callback and is missing in the model is reported, for
// nobody can say then on which thread the callback runs.

#include "sensor.h"
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace {

// Wrong: the guard comes too late; `callable` counts a reference before it.
void sampleLate(double value, void *user) {
  auto callable =
      py::reinterpret_borrow<py::object>(static_cast<PyObject *>(user));
  py::gil_scoped_acquire gil;
  callable(value);
}

// Right.
void sample(double value, void *user) {
  py::gil_scoped_acquire gil;
  auto callable =
      py::reinterpret_borrow<py::object>(static_cast<PyObject *>(user));
  callable(value);
}

// Looks right, but nobody knows: the model does not mention sensorOnAlarm.
void alarm(const char *text, void *user) {
  py::gil_scoped_acquire gil;
  py::handle(static_cast<PyObject *>(user))(text);
}

struct PySensor {
  Sensor *sensor;

  explicit PySensor(const char *port) : sensor(sensorOpen(port)) {}

  void onSampleLate(py::object callable) {
    sensorOnSample(sensor, sampleLate, callable.release().ptr());
  }
  void onSample(py::object callable) {
    sensorOnSample(sensor, sample, callable.release().ptr());
  }
  void onAlarm(py::object callable) {
    sensorOnAlarm(sensor, alarm, callable.release().ptr());
  }

  // Wrong: waits for a thread that waits for the GIL.
  void stopHolding() { sensorStop(sensor); }

  // Right.
  void stop() {
    py::gil_scoped_release release;
    sensorStop(sensor);
  }

  double latest() const { return sensorLatest(sensor); }
};

} // namespace

PYBIND11_MODULE(own_library, m) {
  py::class_<PySensor>(m, "Sensor")
      .def(py::init<const char *>())
      .def("on_sample_late", &PySensor::onSampleLate)
      .def("on_sample", &PySensor::onSample)
      .def("on_alarm", &PySensor::onAlarm)
      .def("stop_holding", &PySensor::stopHolding)
      .def("stop", &PySensor::stop)
      .def("latest", &PySensor::latest);
}
