// How much of a machine the tests have to themselves: what a quota, a neighbour or a slow processor leaves. Plain
// JavaScript for any Node from 18 on.
import { availableParallelism, cpus } from 'node:os';
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

const spinBeside = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url));
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** @returns cores of the usual machine that the work of this process gets, such as 0.5 of two under a quota */
export async function measureMachine() {
  const cores = availableParallelism?.() ?? cpus().length;
  const all = await Promise.all(Array.from({ length: cores }, spinBeside));
  return all.reduce((sum, rounds) => sum + rounds, 0) / (SPIN_MS * USUAL_ROUNDS);
}

if (!isMainThread) parentPort.postMessage(spin());
