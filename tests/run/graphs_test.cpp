// Graphs on every device: captured, built, launched, updated.
#include "devices.h"
#include "graphs_kernels.h"

#include <gmock/gmock.h>

#include <kcc/algorithm.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Event;
using kcc::Graph;
using kcc::GraphExec;
using kcc::GraphNode;
using kcc::Stream;
namespace graphs = graphs_kernels::graphs;
using testing::HasSubstr;

using Numbers = std::vector<unsigned>;

class Graphs : public kcc::testing::DeviceTest {
protected:
  static constexpr std::size_t count = 1000;

  void add(Stream &stream, Buffer<unsigned> &values, unsigned amount) {
    stream.launch(graphs::add, cover(count, 128), values, amount);
  }
  /// What an Error says that `f` throws; empty if none.
  template <class F> std::string error_of(F &&f) {
    try {
      f();
    } catch (const kcc::Error &error) {
      return error.what();
    }
    return {};
  }

  Stream stream_{device_};
  Buffer<unsigned> values_{device_, Numbers(count, 5)};
};

TEST_P(Graphs, DoNothingUntilTheyAreLaunched) {
  const Graph graph = Graph::capture(stream_, [&](Stream &stream) {
    add(stream, values_, 1);
    add(stream, values_, 2);
  });
  EXPECT_EQ(graph.size(), 2u);
  EXPECT_EQ(graph.device(), device_);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 5));
  GraphExec exec = graph.instantiate();
  for (int i = 0; i < 10; ++i)
    stream_.launch(exec);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 35));
}

TEST_P(Graphs, TakeEverythingThatStreamsTake) {
  Numbers in(count, 7), out(count), back(count);
  Buffer<unsigned> a(device_, count), b(device_, count);
  Buffer<unsigned> sum(device_, 1);
  std::vector<unsigned> sums(1);
  int calls = 0;
  const Graph graph = Graph::capture(stream_, [&](Stream &stream) {
    a.copy_from(stream, in);
    b.fill_bytes(stream, std::byte{});
    kcc::copy(stream, b, a);
    stream.write(graphs::step, 3u); // of the temporary's bytes
    add(stream, a, 2);
    stream.write(graphs::step, 1u);
    stream.launch(graphs::combine, cover(count, 128), values_, a, b);
    values_.copy_to(stream, out);
    kcc::reduce_into(stream, sum, values_.span());
    sum.copy_to(stream, sums);
    stream.run_on_host([&] { ++calls; });
  });
  GraphExec exec = graph.instantiate();
  stream_.launch(exec);
  stream_.synchronize();
  EXPECT_EQ(out, Numbers(count, (7 + 6) * 2 + 7));
  EXPECT_EQ(sums[0], count * 33);
  in.assign(count, 1);                 // read when the graph runs
  (void)kcc::reduce(stream_, values_); // uses other scratch memory
  stream_.launch(exec);
  stream_.synchronize();
  EXPECT_EQ(out, Numbers(count, (1 + 6) * 2 + 1));
  EXPECT_EQ(sums[0], count * 15);
  EXPECT_EQ(calls, 2);
}

TEST_P(Graphs, CaptureOtherStreamsThatEventsTie) {
  Stream other(device_);
  Event forked(device_), joined(device_);
  Buffer<unsigned> more(device_, Numbers(count, 1));
  const Graph graph = Graph::capture(stream_, [&](Stream &stream) {
    stream.record(forked);
    other.wait(forked);
    add(other, more, 10);
    add(stream, values_, 1);
    other.record(joined);
    stream.wait(joined);
    stream.launch(graphs::combine, cover(count, 128), values_, values_, more);
  });
  EXPECT_EQ(graph.size(), 3u);
  GraphExec exec = graph.instantiate();
  other.launch(exec); // any stream may launch it
  EXPECT_EQ(values_.to_host(other), Numbers(count, 6 * 2 + 11));
  add(other, more, 1); // works by itself again
  EXPECT_EQ(more.to_host(other), Numbers(count, 12));
}

TEST_P(Graphs, RefuseStreamsThatAreNotJoined) {
  Stream other(device_);
  Event forked(device_);
  EXPECT_NE(error_of([&] {
              (void)Graph::capture(stream_, [&](Stream &stream) {
                stream.record(forked);
                other.wait(forked);
                add(other, values_, 10);
              });
            }),
            "");
  add(stream_, values_, 1); // both are usable
  stream_.synchronize();
  add(other, values_, 1);
  EXPECT_EQ(values_.to_host(other), Numbers(count, 7));
}

TEST_P(Graphs, RefuseToWaitInACapture) {
  Event event(device_);
  const auto captured = [&](auto &&body) { return error_of([&] { (void)Graph::capture(stream_, body); }); };
  const std::string reason = "the stream is being captured";
  EXPECT_THAT(captured([](Stream &s) { s.synchronize(); }), HasSubstr(reason));
  EXPECT_THAT(captured([](Stream &s) { (void)s.is_done(); }), HasSubstr(reason));
  EXPECT_THAT(captured([&](Stream &s) { (void)values_.to_host(s); }), HasSubstr(reason));
  EXPECT_THAT(captured([](Stream &s) { (void)s.read(graphs::step); }), HasSubstr(reason));
  EXPECT_THAT(captured([](Stream &s) { Buffer<int>(s, 1); }), HasSubstr(reason));
  EXPECT_THAT(captured([](Stream &s) { (void)Graph::capture(s, [](Stream &) {}); }),
              HasSubstr("being captured already"));
  GraphExec inner = Graph(device_).instantiate();
  EXPECT_THAT(captured([&](Stream &s) { s.launch(inner); }), HasSubstr("Graph::add"));
  EXPECT_THAT(captured([&](Stream &s) {
                s.record(event);
                event.synchronize();
              }),
              HasSubstr("recorded while its stream was captured"));
  EXPECT_THAT(error_of([&] { (void)event.is_done(); }), HasSubstr("recorded while its stream was captured"));
  stream_.record(event);
  event.synchronize();
  add(stream_, values_, 1);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 6));
}

TEST_P(Graphs, AnExceptionEndsTheCapture) {
  EXPECT_THROW((void)Graph::capture(stream_,
                                    [&](Stream &stream) {
                                      add(stream, values_, 1);
                                      throw std::runtime_error("no");
                                    }),
               std::runtime_error);
  add(stream_, values_, 2);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 7));
}

TEST_P(Graphs, AreBuiltNodeByNode) {
  Buffer<unsigned> left(device_, Numbers(count, 1)), right(device_, Numbers(count, 2));
  Graph graph(device_);
  EXPECT_EQ(graph.size(), 0u);
  const GraphNode a = graph.add([&](Stream &s) { add(s, left, 1); });
  const GraphNode b = graph.add([&](Stream &s) {
    add(s, right, 1);
    add(s, right, 1);
  });
  const GraphNode join = graph.add(
      {a, b}, [&](Stream &s) { s.launch(graphs::combine, cover(count, 128), values_, left, right); });
  const GraphNode nothing = graph.add({join}, [](Stream &) {});
  const Graph child = Graph::capture(stream_, [&](Stream &s) { add(s, values_, 100); });
  graph.add({nothing}, child);
  EXPECT_EQ(graph.size(), 5u);
  EXPECT_THAT(graph.dot(), HasSubstr("digraph"));
  GraphExec exec = graph.instantiate();
  stream_.launch(exec);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 2 * 2 + 4 + 100));
  Graph other(device_);
  EXPECT_THAT(error_of([&] { other.add({a}, child); }), HasSubstr("is of another graph"));
}

/// Graphs whose nodes look at a number in device memory.
class ConditionalNodes : public Graphs {
protected:
  auto count_down() {
    return [this](Stream &s) { s.launch(graphs::count_down, {}, condition_, calls_); };
  }
  auto add_to_all(unsigned amount) {
    return [this, amount](Stream &s) { add(s, values_, amount); };
  }
  void set(unsigned number) { kcc::fill(stream_, condition_, std::uint32_t{number}); }
  unsigned condition() { return condition_.to_host(stream_)[0]; }
  unsigned calls() { return calls_.to_host(stream_)[0]; }
  unsigned value() { return values_.to_host(stream_)[count - 1]; }

  Buffer<std::uint32_t> condition_{device_, std::vector<std::uint32_t>{0}};
  Buffer<unsigned> calls_{device_, Numbers{0}};
};

TEST_P(ConditionalNodes, RunOneBodyOrTheOther) {
  Graph graph(device_);
  const GraphNode one = graph.add_if({}, condition_, add_to_all(1));
  graph.add_if({one}, condition_, add_to_all(10), add_to_all(100));
  EXPECT_THAT(graph.dot(), HasSubstr("digraph"));
  GraphExec exec = graph.instantiate();
  set(0);
  stream_.launch(exec);
  EXPECT_EQ(value(), 105u);
  set(7);
  stream_.launch(exec);
  stream_.launch(exec);
  EXPECT_EQ(value(), 105u + 22);
}

TEST_P(ConditionalNodes, RepeatABodyWhileTheNumberIsNotZero) {
  Graph graph(device_);
  const GraphNode before = graph.add(add_to_all(1));
  const GraphNode loop = graph.add_while({before}, condition_, [&](Graph &body) {
    const GraphNode first = body.add(count_down());
    body.add({first}, add_to_all(10));
    body.add([](Stream &) {});
  });
  graph.add({loop}, add_to_all(100));
  GraphExec exec = graph.instantiate();
  for (const unsigned rounds : {5u, 0u, 1u}) {
    set(rounds);
    stream_.launch(exec);
  }
  EXPECT_EQ(value(), 5u + 3 * 101 + 6 * 10);
  EXPECT_EQ(calls(), 6u);
  EXPECT_EQ(condition(), 0u);
}

TEST_P(ConditionalNodes, ChooseABodyByNumber) {
  Graph graph(device_);
  graph.add_switch({}, condition_, {add_to_all(1), add_to_all(10), add_to_all(100)});
  GraphExec exec = graph.instantiate();
  for (const unsigned number : {0u, 1u, 2u, 3u, 1u, UINT32_MAX}) {
    set(number);
    stream_.launch(exec);
  }
  EXPECT_EQ(value(), 5u + 1 + 10 + 100 + 10);
}

TEST_P(ConditionalNodes, Nest) {
  Buffer<std::uint32_t> is_last(device_, std::vector<std::uint32_t>{1});
  Graph graph(device_);
  graph.add_while({}, condition_, [&](Graph &body) {
    const GraphNode counted = body.add(count_down());
    body.add_if({counted}, condition_, add_to_all(1), [&](Graph &otherwise) {
      otherwise.add_switch({}, is_last, {add_to_all(5), add_to_all(1000)});
    });
  });
  GraphExec exec = graph.instantiate();
  set(4);
  stream_.launch(exec);
  EXPECT_EQ(value(), 5u + 3 + 1000);
}

TEST_P(ConditionalNodes, AreUpdatedWithTheirGraph) {
  const auto of = [&](unsigned amount, int bodies) {
    Graph graph(device_);
    if (bodies == 1)
      graph.add_if({}, condition_, add_to_all(amount));
    else
      graph.add_if({}, condition_, add_to_all(amount), add_to_all(amount));
    return graph;
  };
  const Graph first = of(1, 1);
  GraphExec exec = first.instantiate();
  EXPECT_TRUE(exec.update(of(10, 1)));
  EXPECT_FALSE(exec.update(of(100, 2)));
  set(1);
  stream_.launch(exec);
  EXPECT_EQ(value(), 15u);
}

TEST_P(ConditionalNodes, RefuseWhatCannotBeDone) {
  Graph graph(device_);
  Buffer<std::uint32_t> two(device_, 2);
  EXPECT_THAT(error_of([&] { graph.add_if({}, two, add_to_all(1)); }), HasSubstr("2 elements"));
  EXPECT_THAT(error_of([&] { graph.add_switch({}, condition_, {}); }), HasSubstr("no body"));
  const GraphNode node = graph.add_if({}, condition_, add_to_all(1));
  Graph outer(device_);
  EXPECT_THAT(error_of([&] { outer.add({}, graph); }), HasSubstr("has conditional nodes"));
  GraphExec exec = graph.instantiate();
  EXPECT_FALSE(exec.update(node, add_to_all(10)));
  set(1);
  stream_.launch(exec);
  EXPECT_EQ(value(), 6u);
  EXPECT_THAT(error_of([&] { graph.add_while({}, condition_, [](Stream &s) { s.run_on_host([] {}); }); }),
              HasSubstr("calls a function on the host"));
}

TEST_P(ConditionalNodes, OfWhichAPartRemainsMakeTheGraphUseless) {
  Graph graph(device_);
  EXPECT_THROW(graph.add_while({}, condition_,
                               [&](Graph &body) {
                                 body.add(add_to_all(1));
                                 throw std::runtime_error("no");
                               }),
               std::runtime_error);
  const std::string reason = "a part of that node remains";
  EXPECT_THAT(error_of([&] { (void)graph.instantiate(); }), HasSubstr(reason));
  EXPECT_THAT(error_of([&] { graph.add(add_to_all(1)); }), HasSubstr(reason));
  EXPECT_THAT(error_of([&] { Graph(device_).add({}, graph); }), HasSubstr(reason));
  EXPECT_THAT(error_of([&] { (void)Graph(device_).instantiate().update(graph); }), HasSubstr(reason));

  Graph outer(device_);
  const std::string caught = error_of([&] {
    outer.add_while({}, condition_, [&](Graph &body) {
      EXPECT_THROW(body.add_if({}, condition_, [](Stream &) { throw std::runtime_error("no"); }),
                   std::runtime_error);
    });
  });
  EXPECT_THAT(caught, HasSubstr(reason));
  EXPECT_THAT(error_of([&] { (void)outer.instantiate(); }), HasSubstr(reason));
}

TEST_P(Graphs, AreUpdated) {
  Graph graph(device_);
  const GraphNode node = graph.add([&](Stream &s) { add(s, values_, 1); });
  GraphExec exec = graph.instantiate();
  stream_.launch(exec);
  EXPECT_TRUE(exec.update(node, [&](Stream &s) { add(s, values_, 10); }));
  stream_.launch(exec);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 16));
  EXPECT_FALSE(exec.update(node, [&](Stream &s) {
    add(s, values_, 1);
    add(s, values_, 1);
  }));
  stream_.launch(exec); // as before
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 26));

  const auto of = [&](unsigned amount, int times) {
    return Graph::capture(stream_, [&](Stream &s) {
      for (int i = 0; i < times; ++i)
        add(s, values_, amount);
    });
  };
  GraphExec whole = of(1, 2).instantiate();
  EXPECT_TRUE(whole.update(of(50, 2)));
  EXPECT_FALSE(whole.update(of(50, 3)));
  stream_.launch(whole);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 126));
}

TEST_P(Graphs, ManyUpdatesWhileLaunchesRun) {
  Graph graph(device_);
  int calls = 0;
  const GraphNode node = graph.add([&](Stream &s) {
    s.run_on_host([&] { ++calls; });
    add(s, values_, 0);
  });
  GraphExec exec = graph.instantiate();
  for (unsigned i = 0; i < 300; ++i) {
    stream_.launch(exec);
    ASSERT_TRUE(exec.update(node, [&](Stream &s) {
      s.run_on_host([&calls] { ++calls; });
      add(s, values_, i % 2);
    }));
  }
  stream_.synchronize();
  EXPECT_EQ(calls, 300);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 5 + 149));
}

TEST_P(Graphs, WhatTheirFunctionsThrowArrivesAtTheNextWait) {
  const Graph graph = Graph::capture(
      stream_, [&](Stream &s) { s.run_on_host([] { throw std::runtime_error("from a graph"); }); });
  GraphExec exec = graph.instantiate();
  for (int i = 0; i < 2; ++i) {
    stream_.launch(exec);
    try {
      stream_.synchronize();
      ADD_FAILURE();
    } catch (const std::runtime_error &error) {
      EXPECT_STREQ(error.what(), "from a graph");
    }
    stream_.synchronize();
  }
}

TEST_P(Graphs, RunOneLaunchAfterAnotherInAllStreams) {
  constexpr int times = 20;
  std::atomic<int> running = 0, most = 0;
  const Graph graph = Graph::capture(stream_, [&](Stream &s) {
    s.run_on_host([&] { most = std::max(most.load(), ++running); });
    add(s, values_, 1);
    s.run_on_host([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --running;
    });
  });
  GraphExec exec = graph.instantiate();
  Stream other(device_);
  for (int i = 0; i < times; ++i) {
    stream_.launch(exec);
    other.launch(exec);
  }
  stream_.synchronize();
  other.synchronize();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 5 + 2 * times));
}

TEST_P(Graphs, DoNotUpdateNodesThatWereAddedLater) {
  Graph graph(device_);
  GraphExec exec = graph.instantiate();
  const GraphNode later = graph.add([&](Stream &s) { add(s, values_, 1); });
  EXPECT_FALSE(exec.update(later, [&](Stream &s) { add(s, values_, 2); }));
}

TEST_P(Graphs, KeepTheirCodeLoaded) {
  std::optional<GraphExec> exec;
  {
    std::optional<kcc::Module> module = kcc::Module::load(device_, *graphs::add.image);
    const auto own_add = module->kernel(graphs::add);
    exec = Graph::capture(stream_, [&](Stream &s) {
             s.launch(own_add, cover(count, 128), values_, 4u);
           }).instantiate();
    module.reset();
  }
  device_.synchronize();
  stream_.launch(*exec);
  EXPECT_EQ(values_.to_host(stream_), Numbers(count, 9));
}

TEST_P(Graphs, RunWhileTheirObjectsGo) {
  {
    Stream stream(device_);
    GraphExec exec = Graph::capture(stream, [&](Stream &s) {
                       for (int i = 0; i < 20; ++i)
                         add(s, values_, 1);
                       s.write(graphs::step, 1u);
                     }).instantiate();
    stream.launch(exec);
  }
  EXPECT_EQ(values_.to_host(), Numbers(count, 25));
}

KCC_FOR_EVERY_DEVICE(Graphs);
KCC_FOR_EVERY_DEVICE(ConditionalNodes);

} // namespace
