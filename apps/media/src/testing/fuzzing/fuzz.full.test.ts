import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '@klieg/kernel/time';
import { fuzzMinutes, runFuzz } from '@klieg/testing/fuzzing';
import { describe, expect, test } from 'vitest';

/*
 * Whatever reads bytes of strangers is fed with mutations of valid inputs, and of all that once broke something, which
 * is kept in `corpus`. In a full run for some seconds each, in a long one for an hour (KLIEG_FUZZ_MINUTES sets it).
 */

/** Beside what is fuzzed: starts, ends, and a busy machine. */
const AROUND_MS = 10 * MINUTE_MS;
/** What the kept inputs and the places that were reached take themselves. */
const KEPT_BYTES = 32 * 2 ** 20;
const RESIDENT_BYTES_MAX = 1.5 * 2 ** 30;

/** Sources whose places guide; native decoders are guided by what becomes of an input alone. */
const PARSERS: Readonly<Record<string, string>> = {
  rtmp: '/apps/media/src/(?:rtmp|packaging)/(?!testing)',
  'rtmp-media': '/apps/media/src/(?:rtmp|packaging)/(?!testing)',
  'ws-ingest': '/apps/media/src/(?:ws-ingest|packaging)/(?!testing)|/packages/contract/src/broadcast/',
  rtp: '/apps/media/src/(?:ingest|packaging)/',
  'viewer-rtcp': '/apps/media/src/(?:edge|congestion)/',
  sdp: '/apps/media/src/(?:ingest|edge)/',
  fmp4: '/apps/media/src/(?:packaging|hls)/',
  messages: '/apps/media/src/(?:edge|control|hls|relay|transcode)/|/packages/contract/',
};
const PROCESSES = ['thumbnails', 'transcode', 'remux'] as const;

async function fuzz(name: string, sources: string): Promise<void> {
  const report = await runFuzz({
    name,
    target: String(new URL(`./${name}.ts`, import.meta.url)),
    corpus: fileURLToPath(new URL(`./corpus/${name}`, import.meta.url)),
    sources,
    seconds: fuzzMinutes() * 60,
    seed: Date.now() % 2 ** 31,
  });
  const { findings, ...figures } = report;
  const { bytesBefore, bytesAfter, keptBytes } = figures;
  process.stdout.write(`fuzz ${name}: ${JSON.stringify(figures).replaceAll('"', '')}\n`);
  // Their inputs are in the corpus by now, and are read first by every later run: keep them with what mends them.
  expect(findings).toEqual([]);
  expect(report.inputs).toBeGreaterThan(0);
  expect(bytesAfter - keptBytes).toBeLessThan(bytesBefore + KEPT_BYTES);
  expect(report.residentBytesMax).toBeLessThan(RESIDENT_BYTES_MAX);
}

describe.concurrent('what strangers send', () => {
  test.each(Object.entries(PARSERS))(
    'mutated for %s throws nothing, hangs nothing and leaves no memory behind',
    (name, sources) => fuzz(name, sources),
    fuzzMinutes() * MINUTE_MS + AROUND_MS,
  );

  test.each(PROCESSES)(
    'mutated for the confined process of %s is always answered, within its time',
    (name) => fuzz(name, ''),
    fuzzMinutes() * MINUTE_MS + AROUND_MS,
  );
});
