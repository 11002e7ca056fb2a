// How much of a machine the tests have to themselves: what a quota, a neighbour or a slow processor leaves. Plain
// JavaScript for any Node from 18 on.
import os from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** So long each core is kept at work. A quota is counted by tenths of a second, of which some must pass. */
const SPIN_MS = 500;
/** Rounds that a core of the machine for which the tests are tuned does in a millisecond of its time. */
const USUAL_ROUNDS = 65;
const words = new Int32Array(4_096);

/** Some work of the kind that tests do: numbers, and memory that is read and written. */
function work() {
  for (let i = 1; i < words.length; i++) words[i] = Math.imul(words[i - 1] ^ i, 0x9e3779b1) + words[i];
}

/** @returns rounds that were done before the end */
function spin() {
  const until = performance.now() + SPIN_MS;
  let rounds = 0;
  for (; performance.now() < until; rounds++) work();
  return rounds;
}

/** A thread that is there and waits for its word. @returns what makes it begin, and gives its rounds */
const openThread = () =>
  new Promise((resolve, reject) => {
    // However this process was started, the thread is this file.
    const worker = new Worker(new URL(import.meta.url), { execArgv: [] });
    const begin = () =>
      new Promise((done, fail) => {
        worker.once('message', done);
        worker.once('error', fail);
        worker.postMessage('begin');
      });
    worker.once('message', () => resolve(begin));
    worker.once('error', reject);
  });

/**
 * @returns `cores` whose whole time this process gets, such as 0.5 of two under a quota, and their `speed`, of which the
 * usual machine has 1
 */
export async function measureMachine() {
  // The first releases of Node 18 do not know it.
  const count = os.availableParallelism?.() ?? os.cpus().length;
  const threads = await Promise.all(Array.from({ length: count }, openThread));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const all = await Promise.all(threads.map((begin) => begin()));
  const { user, system } = process.cpuUsage(before);
  const busyMs = (user + system) / 1_000;
  const rounds = all.reduce((sum, one) => sum + one, 0);
  return { cores: busyMs / (performance.now() - startedAt), speed: rounds / (busyMs * USUAL_ROUNDS) };
}

if (!isMainThread) {
  parentPort.once('message', () => parentPort.postMessage(spin()));
  parentPort.postMessage('ready');
}
