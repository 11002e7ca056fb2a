import { seededRandom } from '@klieg/testing/fuzzing';
import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { negativeAcknowledgement } from '../../ingest/rtp/rtcp-feedback.ts';
import { GOOD, simulateStream, SOUND_MS } from '../../testing/simulated-stream.ts';
import { makeSimulatedViewer } from '../../testing/simulated-viewer.ts';
import { VIDEO_SSRC } from './rtp-outlet.ts';

/*
 * A stream with its renditions, and viewers on lines of every kind, on a clock that only counts.
 */

type Watched = ReturnType<ReturnType<typeof simulateStream>['watch']>;

/** A browser holds some pictures back, so that a gap as long as this is not seen. */
const UNSEEN_MS = 350;

/** Milliseconds in which the picture stood still, from a moment on. */
function frozenMs({ shown }: Watched, fromMs: number, untilMs: number): number {
  const times = [
    fromMs,
    ...shown.map(({ atMs }) => atMs).filter((atMs) => atMs > fromMs && atMs < untilMs),
    untilMs,
  ];
  return times
    .slice(1)
    .map((atMs, i) => atMs - times[i]!)
    .filter((ms) => ms > UNSEEN_MS)
    .reduce((sum, ms) => sum + ms, 0);
}

const risesOnly = ({ shown }: Watched): boolean =>
  shown.every(({ timestamp }, i) => i === 0 || timestamp > shown[i - 1]!.timestamp);

test('on a good line a viewer begins with the source within a second and keeps it', () => {
  const { clock, watch } = simulateStream();
  const viewer = watch({});
  clock.run(1_000);
  expect(viewer.shown.length).toBeGreaterThan(5);
  const seen = new Set<string | undefined>();
  for (let i = 0; i < 30; i++) {
    clock.run(1_000);
    seen.add(viewer.rendition);
  }
  expect(seen).toEqual(new Set(['source']));
  expect(frozenMs(viewer, 1_000, clock.now())).toBe(0);
  expect(viewer.counts.overflowed).toBe(0);
  expect(risesOnly(viewer)).toBe(true);
});

test.runIf(isFullRun).each([0.02, 0.05, 0.1])(
  'with %d of the packets lost all is repeated, and the source stays',
  (lossShare) => {
    const { clock, watch } = simulateStream();
    const viewer = watch({ lossShare, delayMs: 30 });
    clock.run(60_000);
    expect(viewer.rendition).toBe('source');
    expect(frozenMs(viewer, 3_000, 60_000)).toBeLessThan(lossShare > 0.05 ? 3_000 : 600);
    expect(viewer.counts.repeats).toBeGreaterThan(viewer.counts.lost / 2);
    // Hardly more is repeated than was lost.
    expect(viewer.counts.repeats).toBeLessThan(viewer.counts.lost * 2.5 + 100);
    expect(risesOnly(viewer)).toBe(true);
  },
);

test.runIf(isFullRun).each([0.02, 0.05, 0.1])(
  'with %d of the packets lost nearly every sound is heard, since those before go with each once more',
  (lossShare) => {
    const { clock, watch } = simulateStream();
    const viewer = watch({ lossShare, delayMs: 30 });
    clock.run(5_000);
    const before = viewer.heard.size;
    clock.run(60_000);
    const sent = 60_000 / SOUND_MS;
    expect((viewer.heard.size - before) / sent).toBeGreaterThan(1 - lossShare / 5);
  },
);

test('where nothing is lost each sound goes once, and on a line that it would fill as well', () => {
  const { clock, watch } = simulateStream();
  const good = watch({});
  const narrow = watch({ kbps: 300, lossShare: 0.05 });
  clock.run(30_000);
  const each = 30_000 / SOUND_MS;
  expect(good.counts.sound).toBeLessThanOrEqual(each);
  expect(good.heard.size).toBe(good.counts.sound);
  expect(narrow.counts.sound).toBeLessThan(each * 1.5);
});

test('on a line of 1.2 Mbit/s a viewer gets what goes through, and hardly anything is lost', () => {
  const { clock, watch } = simulateStream();
  const viewer = watch({ kbps: 1_200 });
  clock.run(10_000);
  const before = { ...viewer.counts };
  clock.run(50_000);
  expect(['360p', '480p']).toContain(viewer.rendition);
  expect(frozenMs(viewer, 10_000, 60_000)).toBeLessThan(1_500);
  expect(viewer.counts.overflowed - before.overflowed).toBeLessThan(
    (viewer.counts.sent - before.sent) * 0.02,
  );
  expect(risesOnly(viewer)).toBe(true);
});

test('a line that falls from 3 Mbit/s to 400 kbit/s keeps its pictures, and has the source again after it', () => {
  const { clock, watch } = simulateStream();
  const viewer = watch({ kbps: 3_500 });
  clock.run(15_000);
  expect(viewer.rendition).toBe('source');
  viewer.line.kbps = 450;
  clock.run(3_000);
  expect(viewer.rendition).toBe('240p');
  clock.run(27_000);
  expect(viewer.rendition).toBe('240p');
  expect(frozenMs(viewer, 18_000, 45_000)).toBeLessThan(2_000);
  viewer.line.kbps = 3_500;
  clock.run(25_000);
  expect(viewer.rendition).toBe('source');
  expect(frozenMs(viewer, 45_000, 70_000)).toBeLessThan(1_000);
  expect(risesOnly(viewer)).toBe(true);
});

test('sound is never left out, and pictures are left out whole where not even the smallest rendition fits', () => {
  const { clock, watch } = simulateStream(['source']);
  const viewer = watch({ kbps: 700 });
  clock.run(60_000);
  expect(viewer.outlet.figures().picturesDropped).toBeGreaterThan(100);
  // Some pictures go on, each of them whole: the buffer shows none that lacks one before.
  expect(viewer.shown.length).toBeGreaterThan(20);
  const sent = 60_000 / SOUND_MS;
  expect(viewer.counts.sound).toBeGreaterThan(sent * 0.9);
  expect(risesOnly(viewer)).toBe(true);
});

test('one viewer on a bad line takes nothing from the others', () => {
  const { clock, watch, asked } = simulateStream();
  const good = watch({});
  const bad = [1, 2, 3].map(() => watch({ kbps: 350, lossShare: 0.05 }));
  clock.run(40_000);
  expect(good.rendition).toBe('source');
  expect(frozenMs(good, 2_000, 40_000)).toBe(0);
  for (const viewer of bad) expect(viewer.rendition).toBe('240p');
  const ofSource = asked.filter(({ rendition }) => rendition === 'source').map(({ atMs }) => atMs);
  ofSource.slice(1).forEach((atMs, i) => expect(atMs - ofSource[i]!).toBeGreaterThanOrEqual(500));
});

test('who asks for the same packets again and again is not sent them again and again', () => {
  const { clock, watch } = simulateStream();
  const viewer = watch({});
  clock.run(5_000);
  const before = viewer.counts.repeats;
  const all = Array.from({ length: 500 }, (_, i) => i * 17);
  for (let i = 0; i < 200; i++) {
    for (let from = 0; from < 0x8000; from += 8_192)
      viewer.hear(
        negativeAcknowledgement(
          VIDEO_SSRC,
          all.map((one) => (one + from) & 0xffff).toSorted((a, b) => a - b),
        ),
      );
    clock.run(10);
  }
  // Two seconds: each packet of some seconds at most a few times, within what the line carries.
  expect(viewer.counts.repeats - before).toBeLessThan(4_000);
  expect(viewer.rendition).toBe('source');
});

test('a viewer that falls silent is sent less and less, and more again when it speaks', () => {
  const { clock, watch } = simulateStream();
  const viewer = watch({});
  clock.run(5_000);
  viewer.setSilent(true);
  clock.run(10_000);
  expect(viewer.rendition).toBe('240p');
  viewer.setSilent(false);
  clock.run(30_000);
  expect(viewer.rendition).toBe('source');
});

test('a viewer without a format for repeats gets them as they were', () => {
  const { clock, fanout } = simulateStream();
  const place: { at?: ReturnType<typeof fanout.attach> } = {};
  const viewer = makeSimulatedViewer({
    clock,
    line: { ...GOOD, lossShare: 0.03 },
    random: seededRandom(2),
    onKeyWanted: () => place.at?.wantKey(),
    hasRepeatFormat: false,
  });
  place.at = fanout.attach({ ...viewer.outlet, hasVideo: true, hasAudio: true, close() {} });
  clock.after(50, () => viewer.outlet.open());
  clock.run(30_000);
  expect(viewer.outlet.figures().packetsRepeated).toBeGreaterThan(50);
  expect(viewer.shown.length).toBeGreaterThan(600);
});
