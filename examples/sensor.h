/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A C library of the project's own, for own_library.cpp. What its functions do
 * with callbacks and threads is not in these declarations; it is written down
 * in sensor.model.json.
 */
#ifndef SENSOR_H
#define SENSOR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Sensor Sensor;
typedef void (*SensorSampleFn)(double value, void *user);
typedef void (*SensorAlarmFn)(const char *text, void *user);

Sensor *sensorOpen(const char *port);

/* The sensor's own thread calls `fn` for each sample, until sensorStop. */
void sensorOnSample(Sensor *sensor, SensorSampleFn fn, void *user);

/* Added in a hurry, and nobody told sensor.model.json. */
void sensorOnAlarm(Sensor *sensor, SensorAlarmFn fn, void *user);

/* Returns when the sensor's thread has ended. */
void sensorStop(Sensor *sensor);

double sensorLatest(const Sensor *sensor);

#ifdef __cplusplus
}
#endif

#endif
