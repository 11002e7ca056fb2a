import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { type Coverage, noCoverage, startCoverage } from './coverage.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { makeInputs } from './make-inputs.ts';
import { readCorpus, type FuzzReport, type FuzzOrder } from './run-fuzz.ts';
import { seededRandom } from './seeded-random.ts';
import { saveFinding, startWatchdog } from './watchdog.ts';

/*
 * Fuzzes one target for some time, in a process of its own: inputs are mutated, and those that reach places of the
 * code which none before reached are kept and mutated further. Answers with a report by message.
 */

const PRIORITY_LOW = 10;
/** To read what ran costs as much as many inputs, so it is read after more of them while nothing is new. */
const BATCH_MIN = 16;
const BATCH_MAX = 512;
const COLLECTIONS = 5;
const FINDINGS_MAX = 20;
/** What breaks something does so each time; what only takes a busy machine's time does not. */
const CONFIRMATIONS = 4;
const RESIDENT_BYTES_MAX = 1.5 * 2 ** 30;
const INPUT_MS_MAX = 10_000;

const order = JSON.parse(process.argv[2]!) as FuzzOrder;
setPriority(PRIORITY_LOW);

async function loadTarget(): Promise<{ target: FuzzTarget; coverage: Coverage }> {
  // Only what is imported after the counting has begun is counted whole.
  const coverage = order.sources === '' ? noCoverage : startCoverage(new RegExp(order.sources));
  const { target } = (await import(order.target)) as { target: FuzzTarget };
  return { target, coverage };
}

const { target, coverage } = await loadTarget();
const random = seededRandom(order.seed);
const kept = readCorpus(order.corpus).map(({ bytes }) => bytes);
const inputs = makeInputs({ random, bytesMax: target.bytesMax, words: target.words ?? [] });
const watchdog = startWatchdog({
  folder: order.corpus,
  bytesMax: Math.max(target.bytesMax, ...kept.map(({ length }) => length)),
  inputMsMax: target.inputMsMax ?? INPUT_MS_MAX,
  residentBytesMax: RESIDENT_BYTES_MAX,
});
const outcomes = new Map<string, number>();
const findings: { name: string; error: string }[] = [];
let fed = 0;
let slowestMs = 0;
let residentBytesMax = 0;

const nameOf = (err: unknown): string =>
  `thrown: ${err instanceof Error ? err.message : String(err)}`.replaceAll(/\d+/g, '0');

/** An input that broke something breaks it again, or the machine was too busy for it. */
async function confirm(input: Buffer, err: unknown): Promise<string> {
  const name = nameOf(err);
  if (outcomes.has(name) || findings.length >= FINDINGS_MAX) return name;
  for (let again = 0; again < CONFIRMATIONS; again++) {
    const isRead = await Promise.resolve(input)
      .then((same) => target.feed(same))
      .then(
        () => true,
        () => false,
      );
    if (isRead) return `${name}, not always`;
  }
  findings.push({
    name: saveFinding(order.corpus, 'throw', input),
    error: String((err as Error).stack ?? err),
  });
  return name;
}

/** @returns whether its end is a new one */
async function feed(input: Buffer): Promise<boolean> {
  watchdog.begin(input);
  const startedMs = performance.now();
  let outcome: string;
  try {
    const reading = target.feed(input);
    outcome = (reading instanceof Promise ? await reading : reading) ?? 'read';
  } catch (err) {
    outcome = await confirm(input, err);
  }
  slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  watchdog.end();
  fed += 1;
  const before = outcomes.get(outcome) ?? 0;
  outcomes.set(outcome, before + 1);
  return before === 0;
}

/** Feeds inputs and keeps those that reach something new, which are found by halves. */
async function feedBatch(batch: readonly Buffer[]): Promise<boolean> {
  for (const input of batch) if (await feed(input)) inputs.keep(input);
  if (batch.length === 1 && coverage.takeNew() > 0) {
    inputs.keep(batch[0]!);
    return true;
  }
  if (batch.length === 1 || coverage.peekNew() === 0) return false;
  const half = batch.length >> 1;
  const hasNew = await feedBatch(batch.slice(0, half));
  return (await feedBatch(batch.slice(half))) || hasNew;
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

for (const input of [...target.seeds, ...kept]) {
  await feed(input);
  coverage.takeNew();
  inputs.keep(input);
}
const startedAt = performance.now();
const endMs = startedAt + order.seconds * 1_000;
let bytesBefore: number | undefined;
let toldMs = startedAt;
let batch = BATCH_MIN;
while (performance.now() < endMs) {
  // One at a time where each is a process: the end of the time is kept, too.
  const length = order.sources === '' ? 1 : batch;
  const hasNew = await feedBatch(Array.from({ length }, () => inputs.next()));
  batch = hasNew ? Math.max(BATCH_MIN, batch >> 1) : Math.min(BATCH_MAX, batch * 2);
  // A target that never waits would keep every timer and message from their turn.
  await setImmediate();
  residentBytesMax = Math.max(residentBytesMax, process.memoryUsage.rss());
  // What is loaded and compiled by the first inputs is no loss.
  if (bytesBefore === undefined && performance.now() - startedAt > (endMs - startedAt) / 4)
    bytesBefore = await settledBytes();
  if (performance.now() - toldMs > 60_000) {
    toldMs = performance.now();
    process.stderr.write(
      `${order.name}: ${fed} inputs, ${inputs.keptCount} kept, ${coverage.placeCount} places\n`,
    );
  }
}
const bytesAfter = await settledBytes();
await target.close?.();
const report: FuzzReport = {
  inputs: fed,
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  kept: inputs.keptCount,
  keptBytes: inputs.keptBytes,
  places: coverage.placeCount,
  outcomes: Object.fromEntries(outcomes),
  findings,
  slowestMs: Math.round(slowestMs),
  bytesBefore: bytesBefore ?? bytesAfter,
  bytesAfter,
  residentBytesMax,
};
await watchdog.stop();
process.send?.(report, () => process.exit(0));
