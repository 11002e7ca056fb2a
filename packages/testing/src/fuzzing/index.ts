export { mutate } from './mutate.ts';
export { seededRandom } from './seeded-random.ts';
export type { FuzzTarget } from './fuzz-target.ts';
export { takeFrom, pack, unpack } from './pack.ts';
export { fuzzMinutes, readCorpus, runFuzz, type FuzzReport } from './run-fuzz.ts';
