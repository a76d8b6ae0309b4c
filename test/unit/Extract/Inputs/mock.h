// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPython, nanobind and pybind11 in so far as the tests of Extract use them,
// shaped like the real headers. A system header: no project code.
#pragma GCC system_header

extern "C" {
struct PyObject;
typedef struct _ts PyThreadState;
typedef enum { PyGILState_LOCKED, PyGILState_UNLOCKED } PyGILState_STATE;
PyGILState_STATE PyGILState_Ensure(void);
void PyGILState_Release(PyGILState_STATE);
int PyGILState_Check(void);
PyThreadState *PyEval_SaveThread(void);
void PyEval_RestoreThread(PyThreadState *);
void PyEval_AcquireThread(PyThreadState *);
void PyEval_ReleaseThread(PyThreadState *);
PyThreadState *PyThreadState_Swap(PyThreadState *);
void Py_Initialize(void);
int Py_IsInitialized(void);
void *PyMem_RawMalloc(unsigned long);
int PyRun_SimpleString(const char *);
void Py_DecRef(PyObject *);
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
struct PyMethodDef {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
};
typedef struct {
  int slot;
  void *pfunc;
} PyType_Slot;
PyObject *PyCapsule_New(void *, const char *, void (*)(PyObject *));
int Py_AtExit(void (*)(void));
}
#define Py_BEGIN_ALLOW_THREADS { PyThreadState *_save; _save = PyEval_SaveThread();
#define Py_BLOCK_THREADS PyEval_RestoreThread(_save);
#define Py_UNBLOCK_THREADS _save = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS PyEval_RestoreThread(_save); }

#define MOCK_OBJECTS                                                           \
  namespace detail {                                                           \
  struct borrow_t {};                                                          \
  struct steal_t {};                                                           \
  }                                                                            \
  class handle {                                                               \
  public:                                                                      \
    handle() = default;                                                        \
    handle(const handle &) = default;                                          \
    handle(handle &&) noexcept = default;                                      \
    handle &operator=(const handle &) = default;                               \
    handle &operator=(handle &&) noexcept = default;                           \
    handle(PyObject *);                                                        \
    explicit operator bool() const { return m_ptr != nullptr; }                \
    PyObject *ptr() const { return m_ptr; }                                    \
    bool is_valid() const;                                                     \
    const handle &inc_ref() const & noexcept;                                  \
    const handle &dec_ref() const & noexcept;                                  \
    class object operator()(handle) const;                                     \
    class object attr(const char *) const;                                     \
                                                                               \
  protected:                                                                   \
    PyObject *m_ptr = nullptr;                                                 \
  };                                                                           \
  class object : public handle {                                               \
  public:                                                                      \
    object() = default;                                                        \
    object(const object &o) : handle(o) { inc_ref(); }                         \
    object(object &&o) noexcept : handle(o) { o.m_ptr = nullptr; }             \
    ~object() { dec_ref(); }                                                   \
    object(handle h, detail::borrow_t);                                        \
    object(handle h, detail::steal_t);                                         \
    handle release();                                                          \
    void reset();                                                              \
    object &operator=(const object &o);                                        \
    object &operator=(object &&o) noexcept;                                    \
  };                                                                           \
  class str : public object {                                                  \
  public:                                                                      \
    str() = default;                                                           \
    str(handle h, detail::steal_t);                                            \
    explicit str(const char *);                                                \
    const char *c_str() const;                                                 \
  };                                                                           \
  class list : public object {                                                 \
  public:                                                                      \
    list();                                                                    \
    void append(handle);                                                       \
  };                                                                           \
  template <class T> T borrow(handle);                                         \
  template <class T> T steal(handle);                                          \
  template <class T> T cast(handle);                                           \
  void print(const char *);                                                    \
  class gil_scoped_acquire {                                                   \
  public:                                                                      \
    gil_scoped_acquire();                                                      \
    ~gil_scoped_acquire();                                                     \
    gil_scoped_acquire(const gil_scoped_acquire &) = delete;                   \
    void disarm();                                                             \
                                                                               \
  private:                                                                     \
    PyGILState_STATE state;                                                    \
  };                                                                           \
  class gil_scoped_release {                                                   \
  public:                                                                      \
    gil_scoped_release();                                                      \
    ~gil_scoped_release();                                                     \
    gil_scoped_release(const gil_scoped_release &) = delete;                   \
    void disarm();                                                             \
                                                                               \
  private:                                                                     \
    PyThreadState *state;                                                      \
  };                                                                           \
  struct arg {                                                                 \
    explicit arg(const char *);                                                \
  };                                                                           \
  template <class... Ts> struct call_guard {};

namespace nanobind {
MOCK_OBJECTS
template <class... Args> struct init {};
template <class F> struct new_ {
  explicit new_(F) {}
};
template <class T, class... Ts> class class_ : public object {
public:
  class_(handle scope, const char *name);
  template <class F, class... Ex> class_ &def(const char *, F &&, const Ex &...) { return *this; }
  template <class... A, class... Ex> class_ &def(init<A...>, const Ex &...) { return *this; }
  template <class F, class... Ex> class_ &def(new_<F>, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_static(const char *, F &&, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_prop_ro(const char *, F &&, const Ex &...) { return *this; }
  template <class G, class S, class... Ex>
  class_ &def_prop_rw(const char *, G &&, S &&, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_prop_ro_static(const char *, F &&, const Ex &...) { return *this; }
  template <class G, class S, class... Ex>
  class_ &def_prop_rw_static(const char *, G &&, S &&, const Ex &...) { return *this; }
};
struct type_slots {
  type_slots(const PyType_Slot *);
};
class capsule : public object {
public:
  capsule(const void *, void (*)(void *) noexcept = nullptr);
};
class module_ : public object {
public:
  template <class F, class... Ex>
  module_ &def(const char *, F &&, const Ex &...) { return *this; }
};
namespace detail {
template <class T, class Dummy = int> struct type_caster;
struct trampoline {
  trampoline(void *, int);
};
struct ticket {
  ticket(trampoline &, const char *, bool);
  ~ticket() noexcept;
  handle key;
};
} // namespace detail
class python_error {
public:
  python_error();
  python_error(const python_error &);
  ~python_error();
  const char *what() const noexcept;
  void restore() noexcept;
};
} // namespace nanobind

namespace pybind11 {
MOCK_OBJECTS
namespace detail::initimpl {
template <class... Args> struct constructor {};
template <class F> struct factory {
  explicit factory(F) {}
};
} // namespace detail::initimpl
template <class... Args> detail::initimpl::constructor<Args...> init() {
  return {};
}
template <class F> detail::initimpl::factory<F> init(F &&f) {
  return detail::initimpl::factory<F>(static_cast<F &&>(f));
}
class cpp_function : public object {
public:
  template <class F, class... Ex> cpp_function(F &&, const Ex &...) {}
};
template <class T, class... Ts> class class_ : public object {
public:
  class_(handle scope, const char *name);
  template <class F, class... Ex> class_ &def(const char *, F &&, const Ex &...) { return *this; }
  template <class... A, class... Ex>
  class_ &def(const detail::initimpl::constructor<A...> &, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def(detail::initimpl::factory<F> &&, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_static(const char *, F &&, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_property_readonly(const char *, F &&, const Ex &...) { return *this; }
  template <class G, class S, class... Ex>
  class_ &def_property(const char *, G &&, S &&, const Ex &...) { return *this; }
  template <class F, class... Ex>
  class_ &def_property_readonly_static(const char *, F &&, const Ex &...) { return *this; }
};
class module_ : public object {
public:
  template <class F, class... Ex>
  module_ &def(const char *, F &&, const Ex &...) { return *this; }
};
} // namespace pybind11

namespace nb = nanobind;
namespace py = pybind11;
