// Compares what a few words for each unit of memory tell (check/lane_races.h) with a list of all accesses.
#include "check/lane_races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace {

using namespace kcc::cpu::check;

using enum LaneMode;

constexpr std::size_t size = 256; ///< of the object
constexpr std::uint32_t ranks = 32, blocks = 500;

NumberedLaunch::Description described(std::uint64_t id, std::uint32_t count) {
  return {.id = id, .kernel = "kernel", .grid = {count, 1, 1}, .block = {ranks, 1, 1}};
}

struct Access {
  std::uint64_t launch;
  std::uint32_t block, barriers, rank, site;
  std::size_t byte;
  LaneMode mode;
};

/// Blocks that run at the same time, of the launches of some streams.
struct Running {
  struct Block {
    LaneRaces races;
    std::uint64_t launch = 0;
    std::uint32_t number = 0, barriers = 0;
  };
  struct Stream {
    StreamTask task;
    std::shared_ptr<const StreamClock> knew = std::make_shared<StreamClock>(); ///< its last but one task
    std::uint64_t launch = 0;
    std::uint32_t next_block = 0;
  };
  explicit Running(std::uint32_t stream_count) : streams(stream_count) {
    for (std::uint32_t i = 0; i < stream_count; ++i)
      streams[i].task.stream = 1'000'000 + i;
  }

  std::vector<Stream> streams;
  std::array<Block, 4> blocks_now{}; ///< on four OS threads
  std::map<std::uint64_t, StreamTask> launches{};
  std::vector<Access> all{};

  Stream &stream_of(std::size_t block) { return streams[block % streams.size()]; }

  /// The next launch of a stream, which knows so much of the others.
  void launch(Stream &stream, std::uint64_t id, const StreamClock &knows) {
    ++stream.task.number;
    if (stream.task.knows)
      stream.knew = stream.task.knows;
    stream.task.knows = std::make_shared<StreamClock>(knows);
    stream.launch = id;
    stream.next_block = 0;
    launches[id] = stream.task;
    for (std::size_t i = 0; i < blocks_now.size(); ++i)
      if (&stream_of(i) == &stream)
        start_block(i);
  }
  void start_block(std::size_t index) {
    Stream &stream = stream_of(index);
    Block &block = blocks_now[index];
    if (block.launch != stream.launch)
      block.races.prepare(described(stream.launch, blocks), &stream.task, false);
    block.launch = stream.launch;
    block.number = stream.next_block++;
    block.barriers = 0;
    block.races.start_block(block.number);
  }
  bool is_ordered(const Access &earlier, const Access &later, bool is_shared) const {
    if (earlier.launch != later.launch)
      return is_shared || launches.at(later.launch).comes_after(launches.at(earlier.launch));
    if (earlier.block != later.block)
      return is_shared;
    return earlier.barriers != later.barriers || earlier.rank == later.rank;
  }
  bool races(const Access &earlier, const Access &later, bool is_shared) const {
    return earlier.byte == later.byte && (earlier.mode == write || earlier.mode != later.mode) &&
           !is_ordered(earlier, later, is_shared);
  }
};

/// Makes the access of a single thread to an object of `bytes` bytes, as most are made. Returns false where
/// access() is needed.
bool access_alone(LaneMaps &maps, std::size_t bytes, const LaneRaces &races, const LaneAccesses &what) {
  if (what.rank != what.other_rank || what.bytes != what.bytes_of_each)
    return false;
  const LaneRaces::View page =
      races.open(maps, bytes, what.offset, is_whole(what.offset, what.bytes), what.mode);
  return page.words && races.access_alone(page, what.offset, what.bytes, what.rank, what.site, what.mode);
}

/// Accesses at random, most of which race with nothing, until one does.
class RandomAccesses {
public:
  RandomAccesses(unsigned seed, bool is_shared, std::uint32_t streams)
      : random_(seed), is_shared_(is_shared), is_plain_(seed % 2 == 0), running_(streams) {}

  void run(LaneMaps &maps, std::uint64_t first_launch) {
    std::uint64_t id = first_launch;
    for (Running::Stream &stream : running_.streams)
      running_.launch(stream, ++id, {});
    for (int step = 0; step < 400; ++step) {
      const std::size_t at = is_shared_ ? 0 : number(running_.blocks_now.size());
      Running::Block &block = running_.blocks_now[at];
      switch (number(12)) {
      case 0:
        block.races.pass_barrier();
        ++block.barriers;
        break;
      case 1:
        if (number(8) == 0)
          running_.start_block(at);
        break;
      case 2:
        if (number(20) == 0)
          running_.launch(running_.stream_of(at), ++id, some_of_others(running_.stream_of(at)));
        break;
      default:
        if (access(maps, block))
          return;
      }
    }
  }

private:
  std::uint32_t number(std::size_t below) { return static_cast<std::uint32_t>(random_() % below); }

  /// What a stream knows of others, but for their last launch, which may still run.
  StreamClock some_of_others(const Running::Stream &stream) {
    StreamClock knows = *stream.task.knows;
    for (const Running::Stream &other : running_.streams)
      if (&other != &stream && number(3) != 0) {
        knows[other.task.stream] = other.task.number - 1;
        for (const auto &[third, done] : *other.knew)
          if (third != stream.task.stream)
            knows[third] = std::max(knows[third], done);
      }
    return knows;
  }

  /// Accesses by threads of consecutive ranks, each `step` bytes behind the one before; or before it, if they
  /// are reversed.
  struct SteppedAccesses : LaneAccesses {
    std::size_t step;
    bool is_reversed = false;
    std::size_t threads() const { return (bytes - bytes_of_each) / step + 1; }
    std::size_t offset_of(std::size_t thread) const {
      return offset + (is_reversed ? threads() - 1 - thread : thread) * step;
    }
  };

  SteppedAccesses some_accesses() {
    if (is_shared_ || number(5) != 0) {
      const LaneAccesses these = some_in_line();
      return {these, these.bytes_of_each};
    }
    SteppedAccesses these{};
    these.bytes_of_each = is_plain_ || number(4) != 0 ? 4 + number(2) * 4 : 1 + number(3);
    const std::size_t aligned = these.bytes_of_each % 4 != 0 ? 1 : 4;
    these.is_reversed = number(3) == 0;
    these.step = these.bytes_of_each + ((these.is_reversed ? 0 : 1) + number(4)) * aligned;
    these.bytes = these.bytes_of_each;
    these.bytes += number(std::min<std::size_t>(16, (size - these.bytes) / these.step)) * these.step;
    these.offset = number((size - these.bytes) / aligned + 1) * aligned;
    these.rank = these.other_rank = number(2) * 16;
    these.site = 1 + number(1000);
    these.mode = number(3) == 0 ? write : number(3) == 0 && these.bytes_of_each % 4 == 0 ? change : read;
    these.mode = with_size(these);
    return these;
  }

  LaneAccesses some_in_line() {
    constexpr std::array<std::size_t, 14> sizes{4, 4, 4, 4, 8, 16, 12, 28, 40, 64, 1, 2, 3, 11};
    LaneAccesses these{};
    these.mode = number(4) == 0 && !is_plain_ ? change : number(3) == 0 ? write : read;
    const bool twice = these.mode != write && number(6) == 0;
    these.bytes_of_each = twice ? (is_plain_ || these.mode == change || number(2) == 0 ? 4 : 1)
                                : sizes[number(is_plain_ || these.mode == change ? 10 : sizes.size())];
    const std::size_t most = size / these.bytes_of_each;
    const std::size_t lanes = twice ? 1 : number(3) == 0 ? 1 + number(16) : 16;
    these.bytes = std::min(lanes, most) * these.bytes_of_each;
    const std::uint32_t last = number(size - these.bytes + 1), aligned = these.bytes_of_each % 4 != 0 ? 1 : 4;
    these.offset = last / (number(2) == 0 ? aligned : 32) * (number(2) == 0 ? aligned : 32);
    these.offset = std::min<std::size_t>(these.offset, last / aligned * aligned);
    these.rank = number(4) == 0 ? number(ranks / 2) : number(2) * 16;
    these.other_rank = twice ? number(ranks) : these.rank;
    if (is_plain_ && !twice && number(8) != 0) { // whole chunks
      these.bytes_of_each = number(4) == 0 ? 8 : 4;
      these.bytes = 16 * these.bytes_of_each;
      these.offset = number((size - these.bytes) / 32 + 1) * 32;
      these.rank = number(3) * 8;
      these.other_rank = these.rank;
    }
    these.site = 1 + number(1000);
    these.mode = with_size(these);
    return these;
  }
  static LaneMode with_size(const LaneAccesses &these) {
    return these.mode == change && these.bytes_of_each != 4 ? wide_change : these.mode;
  }

  /// By what most accesses to shared memory need.
  bool is_right(LaneMaps &maps, const LaneRaces &races, const LaneAccesses &what) const {
    const LaneRaces::View view =
        races.view(maps, is_shared_, is_whole(what.offset, what.bytes_of_each), what.mode);
    if (!is_shared_ || !view.words)
      return false;
    if (what.rank != what.other_rank)
      return what.mode == read &&
             races.read_shared(view, what.offset, what.bytes, what.rank, what.other_rank, what.site);
    return races.access_shared(view, what.offset, what.bytes / what.bytes_of_each, what.bytes_of_each,
                               what.rank, what.site, what.mode);
  }

  void access(LaneMaps &maps, const LaneRaces &races, const SteppedAccesses &what,
              std::vector<LaneRace> &found) {
    const bool is_single = what.bytes == what.bytes_of_each && what.rank == what.other_rank && !is_shared_;
    if (what.step == what.bytes_of_each && !what.is_reversed && !is_single) {
      if (!is_right(maps, races, what))
        races.access(maps, size, is_shared_, what, found);
      return;
    }
    if (what.mode == read && number(3) != 0 &&
        races.read_apart_later(maps, size, what, what.step, what.is_reversed))
      return;
    for (std::uint32_t i = 0; i < what.threads(); ++i) {
      LaneAccesses one = what;
      one.offset = what.offset_of(i);
      one.bytes = one.bytes_of_each;
      one.rank = one.other_rank = what.rank + i;
      if (number(4) == 0 || !access_alone(maps, size, races, one))
        races.access(maps, size, is_shared_, one, found);
    }
  }

  /// Returns whether it races.
  bool access(LaneMaps &maps, Running::Block &block) {
    const SteppedAccesses what = some_accesses();
    std::vector<Access> these;
    for (const std::uint32_t first : std::set{what.rank, what.other_rank})
      for (std::uint32_t thread = 0; thread < what.threads(); ++thread)
        for (std::size_t i = 0; i < what.bytes_of_each; ++i)
          these.push_back({block.launch, block.number, block.barriers, first + thread, what.site,
                           what.offset_of(thread) + i, what.mode});
    std::set<std::size_t> expected;
    for (const Access &mine : these)
      for (const Access &earlier : running_.all)
        if (running_.races(earlier, mine, is_shared_))
          expected.insert(mine.byte);
    if (!expected.empty() && number(10) != 0)
      return false;
    std::vector<LaneRace> found;
    access(maps, block.races, what, found);
    std::set<std::size_t> got;
    for (const LaneRace &race : found) {
      bool is_right = false;
      for (const Access &mine : these)
        if (mine.rank == race.rank && mine.byte - race.offset < race.bytes) {
          got.insert(mine.byte);
          is_right |= std::ranges::any_of(running_.all, [&](const Access &earlier) {
            const std::uint64_t launch = race.earlier_launch ? race.earlier_launch->what().id : block.launch;
            return earlier.launch == launch && earlier.block == race.earlier_block &&
                   earlier.rank == race.earlier_rank && earlier.site == race.earlier_site &&
                   (earlier.mode != read) == race.earlier_writes && running_.races(earlier, mine, is_shared_);
          });
        }
      EXPECT_TRUE(is_right) << "shared " << is_shared_ << ": " << (race.earlier_writes ? "write" : "read")
                            << " of byte " << race.offset << " by thread " << race.earlier_rank
                            << " of block " << race.earlier_block << " at " << race.earlier_site
                            << " before thread " << race.rank << " of block " << block.number;
    }
    EXPECT_EQ(got, expected);
    running_.all.insert(running_.all.end(), these.begin(), these.end());
    return !expected.empty();
  }

  std::mt19937 random_;
  const bool is_shared_, is_plain_;
  Running running_;
};

void compare_with_a_list(bool is_shared, std::uint32_t streams) {
  static std::uint64_t launch = 1'000'000;
  for (unsigned seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed, launch += 1000) {
    LaneMaps maps;
    RandomAccesses(seed, is_shared, streams).run(maps, launch);
  }
}

TEST(LaneRaces, AreThoseOfAListOfAllAccesses) {
  compare_with_a_list(false, 1);
}
TEST(LaneRaces, AreThoseOfAListInSharedMemory) {
  compare_with_a_list(true, 1);
}
TEST(LaneRaces, AreThoseOfAListOfSeveralStreams) {
  compare_with_a_list(false, 2);
}

/// Two threads of each of two blocks access a unit, and the blocks pass barriers: all sequences of so many
/// steps, each on a unit of its own, up to the first race.
TEST(LaneRaces, AreThoseOfAllShortSequencesOfSingleAccesses) {
  constexpr std::uint32_t steps = 5, choices = 14; // four threads in three modes, and two barriers
  constexpr std::size_t sequences = 537'824, bytes = 4 * sequences;
  static_assert(sequences == choices * choices * choices * choices * choices);
  LaneMaps maps;
  Running running(1);
  running.launch(running.streams[0], 980'000'000, {});
  std::vector<LaneRace> found;
  std::size_t alone = 0;
  for (std::size_t sequence = 0; sequence < sequences && !HasFailure(); ++sequence) {
    running.all.clear();
    std::size_t left = sequence;
    for (std::uint32_t step = 0; step < steps; ++step, left /= choices) {
      const auto choice = static_cast<std::uint32_t>(left % choices);
      Running::Block &block = running.blocks_now[choice % 2];
      if (choice >= 12) {
        block.races.pass_barrier();
        ++block.barriers;
        continue;
      }
      const LaneAccesses what{4 * sequence,
                              4,
                              4,
                              choice / 2 % 2,
                              choice / 2 % 2,
                              step + choice + 1,
                              std::array{read, write, change}[choice / 4]};
      const Access mine{block.launch, block.number, block.barriers, what.rank,
                        what.site,    what.offset,  what.mode};
      const bool races = std::ranges::any_of(running.all, [&](const Access &earlier) {
        return running.races(earlier, mine, /*is_shared=*/false);
      });
      found.clear();
      if (access_alone(maps, bytes, block.races, what))
        ++alone;
      else
        block.races.access(maps, bytes, /*is_shared=*/false, what, found);
      ASSERT_EQ(!found.empty(), races) << "sequence " << sequence << ", step " << step;
      if (races)
        break;
      running.all.push_back(mine);
    }
  }
  EXPECT_GT(alone, sequences);
}

/// Two launches of a stream write and read parts of chunks, or whole ones. One of another stream comes behind
/// neither.
TEST(LaneRaces, AreSeenBehindReadsOfOtherLaunches) {
  std::uint64_t id = 900'000'000;
  for (const std::size_t begin : {4u, 0u})
    for (const std::size_t bytes : {20u, 32u, 64u, 60u})
      for (const std::size_t read_bytes : {20u, 64u}) {
        StreamTask stream, other;
        stream.stream = 2'000'001;
        other.stream = 2'000'002;
        other.number = 1;
        other.knows = std::make_shared<StreamClock>();
        LaneMaps maps;
        std::vector<LaneRace> found;
        for (const auto mode : {write, read, read}) {
          ++stream.number;
          stream.knows = std::make_shared<StreamClock>();
          LaneRaces block;
          block.prepare(described(++id, 1), &stream, false);
          block.start_block(0);
          block.access(maps, size, false, {begin, mode == write ? bytes : read_bytes, 4, 0, 0, 1, mode},
                       found);
        }
        EXPECT_TRUE(found.empty());
        LaneRaces block;
        block.prepare(described(++id, 1), &other, false);
        block.start_block(0);
        block.access(maps, size, false, {begin, bytes, 4, 0, 0, 2, read}, found);
        EXPECT_EQ(found.size(), bytes / 4) << begin << ", " << bytes << ", " << read_bytes;
      }
}

TEST(LaneRaces, AreSeenAcrossManyBarriers) {
  LaneRaces block, other;
  LaneMaps maps;
  block.prepare(described(7, 2), nullptr, false);
  other.prepare(described(7, 2), nullptr, false);
  block.start_block(0);
  other.start_block(1);
  std::vector<LaneRace> found;
  for (int round = 0; round < 10'000; ++round) { // more than a block's number is good for
    block.access(maps, size, false, {0, 64, 4, 0, 0, 1, round % 2 == 0 ? write : read}, found);
    block.pass_barrier();
    block.access(maps, size, false, {0, 64, 4, 16, 16, 2, round % 2 == 0 ? write : read}, found);
    ASSERT_TRUE(found.empty()) << round;
    block.pass_barrier();
  }
  other.access(maps, size, false, {0, 4, 4, 3, 3, 1, write}, found);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].earlier_block, 0u);
}

/// Also where so many blocks have read the page that reads wait no more, and where all reads but one are of
/// an earlier launch.
TEST(LaneRaces, AreSeenBehindManyReads) {
  std::uint64_t id = 950'000'000;
  for (const std::uint32_t readers : {1u, 15u, 17u, 1023u, 1024u, 1025u, 1500u})
    for (const bool is_new_launch : {false, true}) {
      StreamTask task{};
      task.stream = 2'000'003;
      task.number = 1;
      task.knows = std::make_shared<StreamClock>();
      LaneMaps maps;
      std::vector<LaneRace> found;
      const auto read = [&](std::uint32_t block, std::size_t offset) {
        LaneRaces races;
        races.prepare(described(id, 2000), &task, false);
        races.start_block(block);
        races.access(maps, size, false, {offset, 64, 4, 5, 5, 1, LaneMode::read}, found);
      };
      ++id;
      for (std::uint32_t block = 0; block < readers; ++block)
        read(block, block % 2 * 64);
      if (is_new_launch) {
        ++id;
        ++task.number;
        read(7, 0);
      }
      EXPECT_TRUE(found.empty());
      LaneRaces writer;
      writer.prepare(described(id, 2000), &task, false);
      writer.start_block(1600);
      writer.access(maps, size, false, {68, 4, 4, 0, 0, 2, write}, found);
      EXPECT_EQ(found.empty(), is_new_launch || readers == 1) << readers; // the second block read this
      found.clear();
      writer.access(maps, size, false, {4, 8, 4, 0, 0, 2, write}, found);
      ASSERT_FALSE(found.empty()) << readers;
      for (const LaneRace &race : found) {
        EXPECT_EQ(race.earlier_block % 2, is_new_launch ? 1 : 0);
        EXPECT_EQ(race.earlier_rank, 5 + race.offset / 4);
        EXPECT_FALSE(race.earlier_writes);
      }
    }
}

/// What two blocks have read is not compared again, until somebody writes there.
TEST(LaneRaces, AreSeenWhereManyBlocksHaveRead) {
  LaneMaps maps;
  std::vector<LaneRace> found;
  std::array<LaneRaces, 5> of;
  for (std::uint32_t block = 0; block < of.size(); ++block) {
    of[block].prepare(described(960'000'000, 5), nullptr, false);
    of[block].start_block(block);
  }
  const auto read_all = [&](std::uint32_t block, std::uint32_t rank) {
    for (std::size_t offset = 0; offset < 64; offset += 8) // too small to wait
      of[block].access(maps, size, false, {offset, 8, 4, rank, rank, 1, LaneMode::read}, found);
  };
  read_all(0, 5);
  read_all(0, 9);
  of[0].pass_barrier();
  read_all(1, 5); // the second block
  of[0].access(maps, size, false, {8, 4, 4, 0, 0, 2, write}, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].earlier_block, 1u);
  found.clear();
  maps.forget();

  read_all(0, 5);
  read_all(1, 5);
  read_all(2, 5);
  of[3].access(maps, size, false, {8, 4, 4, 0, 0, 2, write}, found);
  EXPECT_FALSE(found.empty());
  found.clear();
  read_all(4, 5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].earlier_writes);
  EXPECT_EQ(found[0].earlier_block, 3u);
}

/// What blocks of an earlier launch have read says nothing about the next one.
TEST(LaneRaces, OfSingleReadsAreSeenInTheNextLaunch) {
  LaneMaps maps;
  std::vector<LaneRace> found;
  StreamTask stream;
  stream.stream = 2'000'003;
  stream.knows = std::make_shared<StreamClock>();
  std::array<LaneRaces, 2> of;
  const auto launch = [&](std::uint64_t id) {
    ++stream.number;
    for (std::uint32_t block = 0; block < of.size(); ++block) {
      of[block].prepare(described(id, 2), &stream, false);
      of[block].start_block(block);
    }
  };
  const LaneAccesses one{8, 4, 4, 0, 0, 1, read};
  launch(990'000'000);
  for (const LaneRaces &block : of)
    block.access(maps, size, false, {0, 64, 4, 0, 0, 1, read}, found);
  of[0].access(maps, size, false, {128, 4, 4, 0, 0, 1, write}, found); // lets the reads wait no more
  for (const LaneRaces &block : of)
    for (std::size_t offset = 0; offset < 64; offset += 8)
      block.access(maps, size, false, {offset, 8, 4, 0, 0, 1, read}, found);
  launch(990'000'001);
  if (!access_alone(maps, size, of[0], one))
    of[0].access(maps, size, false, one, found);
  EXPECT_TRUE(found.empty());
  of[1].access(maps, size, false, {8, 4, 4, 0, 0, 2, write}, found);
  EXPECT_EQ(found.size(), 1u);
}

/// Reads that lie apart wait in logs, then race with what is noted in other words; an earlier launch has used
/// those of the reads.
TEST(LaneRaces, OfReadsThatLieApartAreSeenByOtherKinds) {
  std::uint64_t id = 960'000'000;
  for (const LaneAccesses &later : {LaneAccesses{8, 4, 4, 5, 5, 2, change}, {9, 1, 1, 5, 5, 2, write}}) {
    LaneMaps maps;
    std::vector<LaneRace> found;
    std::array<LaneRaces, 2> of;
    const auto launch = [&] { // after all others
      ++id;
      for (std::uint32_t block = 0; block < of.size(); ++block) {
        of[block].prepare(described(id, 2), nullptr, false);
        of[block].start_block(block);
      }
    };
    launch();
    of[0].access(maps, size, false, {0, 128, 4, 0, 0, 1, write}, found);
    launch();
    ASSERT_TRUE(of[0].read_apart_later(maps, size, {0, 60, 4, 0, 0, 1, read}, 8, false));
    of[1].access(maps, size, false, later, found);
    EXPECT_EQ(found.size(), 1u) << later.offset;
  }
}

/// The log of one page is not looked at when somebody writes to the next page.
TEST(LaneRaces, WaitInNoLogAcrossPages) {
  constexpr std::size_t two_pages = 2 * locked_page;
  LaneMaps maps;
  LaneRaces block;
  block.prepare(described(970'000'000, 1), nullptr, false);
  block.start_block(0);
  const auto waits = [&](std::size_t offset, std::size_t bytes, std::uint32_t shifts) {
    return block.read_later(maps, two_pages, {offset, bytes, 8, 0, 0, 1, LaneMode::read}, shifts);
  };
  EXPECT_TRUE(waits(locked_page - 128, 64, 0));
  EXPECT_TRUE(waits(locked_page - 8, 8, 0));
  EXPECT_FALSE(waits(locked_page - 4, 8, 0));
  EXPECT_TRUE(waits(locked_page - 32, 16, 2));
  EXPECT_FALSE(waits(locked_page - 32, 16, 3));
}

TEST(LaneRaces, BeginAnewWhenNumbersDo) {
  LaneMaps maps;
  std::vector<LaneRace> found;
  std::set<std::uint32_t> generations;
  for (std::uint32_t launch = 1; launch < 40; ++launch) {
    LaneRaces block;
    block.prepare(described(launch, most_numbered_blocks), nullptr, false);
    block.start_block(most_numbered_blocks - 1);
    generations.insert(block.generation(false));
    block.access(maps, size, false, {0, 64, 4, launch, launch, 1, write}, found);
    block.access(maps, size, false, {12, 36, 4, launch + 3, launch + 3, 1, write}, found);
    EXPECT_TRUE(found.empty()) << launch;
  }
  EXPECT_GT(generations.size(), 5u);
}

} // namespace
