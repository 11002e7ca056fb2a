import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { seededRandom } from '@klieg/testing/fuzzing';
import { mutate } from '@klieg/testing/fuzzing';
import { sessionBytes } from './rtmp-bytes.ts';
import { makeSessionBench } from './session-bench.ts';

/*
 * Feeds sessions with mutations of a valid one, cut at random places, and measures the memory before
 * and after; a process of its own, with `--expose-gc`. The numbers of inputs for warming up and for
 * measuring are the arguments, the answer is a message.
 */

export interface FuzzAnswer {
  readonly inputs: number;
  /** Errors that were thrown or logged, by their text. */
  readonly errors: readonly string[];
  /** Publishers that were not told of their end exactly once. */
  readonly untold: number;
  /** Times that did not go forward. */
  readonly backwards: number;
  /** Sessions by how they ended. */
  readonly ends: Readonly<Record<string, number>>;
  readonly pictures: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

const HANDSHAKE_BYTES = 1 + 2 * 1_536;
const PARTS_MAX = 8;
/** One input in so many has its handshake changed as well. */
const WHOLE_SHARE = 0.02;
const ERRORS_MAX = 10;
const PRIORITY_LOW = 10;
const COLLECTIONS = 5;

const [, , warmUps = '4000', inputs = '34000'] = process.argv;
const random = seededRandom(1_935);
const valid = sessionBytes('key', 20);
const errors: string[] = [];
const ends: Record<string, number> = {};
let untold = 0;
let backwards = 0;
let pictures = 0;

async function feed(bytes: Buffer): Promise<void> {
  const bench = makeSessionBench();
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + Math.floor((random() * bytes.length * 2) / PARTS_MAX);
    bench.session.push(bytes.subarray(at, end));
    if (random() < 0.5) await Promise.resolve();
    at = end;
  }
  // The key is checked in a few turns.
  for (let i = 0; i < 5; i++) await Promise.resolve();
  bench.session.onDisconnected();
  const { publication, written } = bench;
  const isAccepted = written().includes('Publish.Start');
  if (publication.ends.length !== (isAccepted ? 1 : 0)) untold += 1;
  const end = publication.ends[0] ?? 'before_media';
  ends[end] = (ends[end] ?? 0) + 1;
  pictures += publication.pictures.length;
  publication.pictures.forEach(({ ticks }, i) => {
    if (!(ticks > (publication.pictures[i - 1]?.ticks ?? -1))) backwards += 1;
  });
  for (const err of bench.errors) if (errors.length < ERRORS_MAX) errors.push(String(err));
}

/** Memory in use after what can be freed has been freed, which takes more than one turn. */
async function settledBytes(): Promise<number> {
  for (let i = 0; i < COLLECTIONS; i++) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function feedMany(count: number): Promise<number> {
  for (let i = 0; i < count; i++) {
    try {
      await feed(mutate(valid, random, random() < WHOLE_SHARE ? 0 : HANDSHAKE_BYTES));
    } catch (err) {
      if (errors.length < ERRORS_MAX) errors.push(`thrown: ${String(err)}`);
    }
  }
  return settledBytes();
}

setPriority(PRIORITY_LOW);
// What the first round leaves behind is freed in the second.
await feedMany(Number(warmUps));
const bytesBefore = await feedMany(Number(warmUps));
const bytesAfter = await feedMany(Number(inputs));
const answer: FuzzAnswer = {
  inputs: Number(inputs),
  errors,
  untold,
  backwards,
  ends,
  pictures,
  bytesBefore,
  bytesAfter,
};
process.send?.(answer);
