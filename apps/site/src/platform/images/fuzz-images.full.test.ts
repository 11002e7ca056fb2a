import { fileURLToPath } from 'node:url';
import { fuzzMinutes, runFuzz } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';

/** Beside what is fuzzed: starts, ends, and a busy machine. */
const AROUND_MS = 10 * 60_000;

// The corpus holds small pictures of each kind, and all that once broke something.
test(
  'mutated pictures are made or refused by the confined process, each within its time (SETTINGS-033)',
  async () => {
    const { findings, ...figures } = await runFuzz({
      name: 'images',
      target: String(new URL('./testing-fuzz-images.ts', import.meta.url)),
      corpus: fileURLToPath(new URL('./fuzz-corpus/images', import.meta.url)),
      // The decoders are native: what becomes of a picture is all that guides.
      sources: '',
      seconds: fuzzMinutes() * 60,
      seed: Date.now() % 2 ** 31,
    });
    process.stdout.write(`fuzz images: ${JSON.stringify(figures)}\n`);
    expect(findings).toEqual([]);
    expect(figures.outcomes['made']).toBeGreaterThan(0);
  },
  fuzzMinutes() * 60_000 + AROUND_MS,
);
