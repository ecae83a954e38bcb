// A second process that runs this program, and a socket to it.
#ifndef KCC_EXAMPLES_PROCESSES_CHANNEL_H
#define KCC_EXAMPLES_PROCESSES_CHANNEL_H

#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

namespace channel {

constexpr const char *variable = "KCC_EXAMPLE_SOCKET";

/// The socket to the process that started this one; -1 if this is the first.
inline int to_parent() {
  const char *const text = std::getenv(variable);
  return text ? std::atoi(text) : -1;
}

struct Child {
  pid_t process;
  int socket;
};

/// Starts this program again, with the same arguments.
inline Child start_child(char **arguments) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    throw std::runtime_error("socketpair failed");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  setenv(variable, std::to_string(ends[1]).c_str(), 1);
  Child child{0, ends[0]};
  const int result = posix_spawn(&child.process, "/proc/self/exe", nullptr, nullptr, arguments, environ);
  close(ends[1]);
  if (result != 0)
    throw std::runtime_error("posix_spawn failed");
  return child;
}

/// The exit status of the process, which this waits for.
inline int wait_for(const Child &child) {
  close(child.socket);
  int status = 0;
  waitpid(child.process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <class T> void send(int socket, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (write(socket, &value, sizeof value) != sizeof value)
    throw std::runtime_error("the other process is gone");
}

template <class T> T receive(int socket) {
  T value;
  if (recv(socket, &value, sizeof value, MSG_WAITALL) != sizeof value)
    throw std::runtime_error("the other process is gone");
  return value;
}

} // namespace channel

#endif
