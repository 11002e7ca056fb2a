import { execFileSync } from 'node:child_process';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { OPUS } from '../packaging/audio-format.ts';
import type { AudioFormat } from '../packaging/units.ts';
import { makeTranscodeBudget } from '../transcode/transcode-budget.ts';
import { encodeMaterial, type Material } from '../transcode/testing/material.ts';
import { type Ladder, makeLadder } from './ladder.ts';
import type { LadderWish } from './ladder-wish.ts';

/* Which renditions a stream has while its real encoder is too slow; the clock stands still until it is moved. */

const GROUP = 10;
const PICTURES = 20;
const TICKS = 3_000;
/** Longer than an encoder may be behind. */
const BEHIND_MS = 1_600;
const STALLS_MAX = 10;

let hd: Material;
let ladders: Ladder[] = [];
beforeAll(async () => {
  const job = { width: 1_280, height: 720, fps: 30, pictures: PICTURES, groupPictures: GROUP, bFrames: 0 };
  hd = await encodeMaterial(job);
});
afterEach(() => {
  for (const ladder of ladders) ladder.close();
  ladders = [];
});

/** Ids of the encoders that this test process has started. */
const encoders = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('transcode-worker') && !line.includes('defunct'))
    .map((line) => Number.parseInt(line, 10));

function open(
  streamId: string,
  budget = makeTranscodeBudget(8),
  wish: LadderWish = 'all',
  audio?: AudioFormat,
) {
  let nowMs = 0;
  let sound: string | undefined;
  const ended: string[] = [];
  const ticksOf = new Map<string, number[]>();
  let round = 0;
  let gaps = 0;
  const before = encoders();
  const ladder = makeLadder({
    streamId,
    budget,
    renditionsMax: 3,
    fragmentMs: 80,
    log: silentLog,
    now: () => nowMs,
    sinkOf: () => ({ setInit() {}, append() {} }),
    onRenditionEnd: (rendition) => void ended.push(rendition),
    onRenditions() {},
    requestKeyframe: () => void (gaps += 1),
    onVideo: (rendition, { ticks }) =>
      void ticksOf.set(rendition, [...(ticksOf.get(rendition) ?? []), ticks]),
    onOtherAudioFormat: (format) => void (sound = format?.codec),
    onOtherAudio() {},
  });
  ladders.push(ladder);
  const { format, sps, pps } = hd;
  ladder.setSource({ format, sps, pps, audio });
  ladder.setWanted(wish, nowMs, false);
  const play = (): void => {
    const ticks = round * PICTURES * TICKS;
    round += 1;
    for (const unit of hd.pictures) ladder.pushVideo({ ...unit, ticks: unit.ticks + ticks });
  };
  return {
    ladder,
    ended,
    ticksOf,
    play,
    want: (next: LadderWish, isSoundWanted = false) => ladder.setWanted(next, nowMs, isSoundWanted),
    /** The codec of the converted sound, while there is one. */
    sound: () => sound,
    own: () => encoders().filter((pid) => !before.includes(pid)),
    advance(ms: number) {
      nowMs += ms;
      ladder.setWanted('all', nowMs, false);
    },
    /** A machine that has no time for this stream for a moment, and then has caught up. */
    async stall() {
      const gapsBefore = gaps;
      const own = encoders().filter((pid) => !before.includes(pid));
      for (const pid of own) process.kill(pid, 'SIGSTOP');
      play();
      nowMs += BEHIND_MS;
      play();
      for (const pid of own) process.kill(pid, 'SIGCONT');
      ladder.setWanted('all', nowMs, false);
      // One that has not answered when the clock moves on counts as hung.
      await eventually(() => expect(gaps).toBeGreaterThan(gapsBefore));
    },
  };
}

test.runIf(isFullRun)(
  'an encoder that is too slow again and again makes less of its own stream, and others keep all',
  async () => {
    const other = open('other');
    await eventually(() => {
      other.play();
      expect(other.ladder.renditions).toEqual(['480p', '360p', '240p']);
    });
    const slow = open('slow');
    await eventually(() => {
      slow.play();
      expect(slow.ladder.renditions).toEqual(['480p', '360p', '240p']);
    });
    for (let stalls = 0; stalls < STALLS_MAX && slow.ladder.expectedCount > 2; stalls++) await slow.stall();
    expect(slow.ladder.expectedCount).toBe(2);
    await eventually(() => {
      slow.play();
      expect(slow.ladder.renditions).toEqual(['360p', '240p']);
    });
    expect(other.ladder.renditions).toEqual(['480p', '360p', '240p']);
  },
);

test('a machine without room for all renditions makes those that it has room for', async () => {
  const { ladder, play } = open('late', makeTranscodeBudget(0.15));
  await eventually(() => {
    play();
    expect(ladder.renditions).toEqual(['240p']);
  });
  expect(ladder.isPassthrough).toBe(false);
  expect(open('none', makeTranscodeBudget(0.01)).ladder.isPassthrough).toBe(true);
});

test('a stream that began on a full machine gets its renditions once there is room, while it is watched', async () => {
  const budget = makeTranscodeBudget(8);
  budget.tryReserve('others', 8);
  const { ladder, play, advance } = open('early', budget);
  advance(30_000);
  expect(ladder.isPassthrough).toBe(true);
  budget.release('others');
  advance(29_000);
  expect(ladder.isPassthrough).toBe(true);
  advance(1_000);
  expect([ladder.isPassthrough, ladder.expectedCount]).toEqual([false, 3]);
  await eventually(() => {
    play();
    expect(ladder.renditions).toEqual(['480p', '360p', '240p']);
  });
});

test('a stream with some of its renditions gets the others later, and keeps what it has while there is no room', async () => {
  const budget = makeTranscodeBudget(8);
  const others = new Set(encoders());
  budget.tryReserve('others', 7.85);
  const { ladder, advance } = open('narrow', budget);
  expect(ladder.expectedCount).toBe(1);
  // A process that has just begun has no name yet.
  const before = await eventually(() => {
    const own = encoders().find((pid) => !others.has(pid));
    expect(own).toBeDefined();
    return own!;
  });
  advance(30_000);
  expect(ladder.expectedCount).toBe(1);
  expect(encoders()).toContain(before);
  budget.release('others');
  advance(30_000);
  expect(ladder.expectedCount).toBe(3);
});

/** No faster than a stream comes: an encoder that is fed without end falls behind, and then makes less. */
const PACE_MS = 1_000;

test('while a viewer is awaited the smallest is made, and goes on without an end when all are made (LIVE-VIDEO-013)', async () => {
  const { ladder, play, want, ended, ticksOf } = open('awaited', makeTranscodeBudget(8), 'smallest');
  expect(ladder.expectedCount).toBe(1);
  await eventually(() => {
    play();
    expect(ladder.renditions).toEqual(['240p']);
  }, PACE_MS);
  want('all');
  // Whoever asks for the list of renditions now waits for all of them.
  expect([ladder.expectedCount, ladder.renditions]).toEqual([3, ['240p']]);
  await eventually(() => {
    play();
    expect(ladder.renditions.toSorted()).toEqual(['240p', '360p', '480p']);
  }, PACE_MS);
  const ticks = ticksOf.get('240p')!;
  expect(ended).toEqual([]);
  expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
});

test('a machine without room for the smallest makes nothing for a viewer who is awaited', () => {
  const { ladder } = open('awaited in vain', makeTranscodeBudget(0.01), 'smallest');
  expect([ladder.isPassthrough, ladder.expectedCount]).toEqual([true, 0]);
});

test('a stream without renditions has its sound converted while a way out takes it, and by no process before and after', async () => {
  const { ladder, want, advance, sound, own } = open('sound', makeTranscodeBudget(0.01), 'all', OPUS);
  expect([ladder.isPassthrough, own()]).toEqual([true, []]);
  want('all', true);
  await eventually(() => expect(sound()).toBe('aac'));
  want('all', true);
  expect(own()).toHaveLength(1);
  advance(1_000);
  expect(sound()).toBeUndefined();
  await eventually(() => expect(own()).toEqual([]));
});

test('a child that makes renditions converts the sound as well, before anything takes it', async () => {
  const { play, sound } = open('both', makeTranscodeBudget(8), 'all', OPUS);
  await eventually(() => {
    play();
    expect(sound()).toBe('aac');
  }, PACE_MS);
});

test('what comes by itself is not made, and frees the machine at once; where it stops it is made after a moment', async () => {
  const budget = makeTranscodeBudget(8);
  const { ladder, play, own, ended, advance } = open('beside', budget);
  await eventually(() => {
    play();
    expect(ladder.renditions).toEqual(['480p', '360p', '240p']);
  }, PACE_MS);
  // The one in whose place a picture comes goes on, the others end.
  ladder.setBeside([480, 240], ['480p', '240p']);
  expect([ladder.renditions, ladder.expectedCount, ended]).toEqual([[], 0, ['360p']]);
  expect(budget.coresReserved).toBe(0);
  await eventually(() => expect(own()).toEqual([]));
  advance(40_000);
  expect(own()).toEqual([]);
  ladder.setBeside([480], ['480p']);
  advance(2_000);
  expect(ladder.expectedCount).toBe(0);
  advance(1_000);
  expect(ladder.expectedCount).toBe(1);
  await eventually(() => {
    play();
    expect(ladder.renditions).toEqual(['240p']);
  }, PACE_MS);
  expect(budget.coresReserved).toBeGreaterThan(0);
});

test('while sizes are about to come by themselves nothing is begun', () => {
  const { ladder, advance } = open('held', makeTranscodeBudget(8), 'nothing');
  ladder.hold();
  advance(1_000);
  expect(ladder.expectedCount).toBe(0);
  advance(1_000);
  expect(ladder.expectedCount).toBe(0);
  advance(1_000);
  expect(ladder.expectedCount).toBe(3);
});
