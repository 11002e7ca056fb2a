import { expect, test } from 'vitest';
import { readPictureChunk } from '../packaging/read-chunk.ts';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { makeHlsPackager } from './hls-packager.ts';

/* One stream whose origin changes, as a reader of lists sees it. */

const FPS = 25;
const WALL_MS = 1_790_000_000_000;

/** A process that packages a stream, which has run there for so long already. */
function setup(
  wallMs: number,
  streamMs: number,
  told?: number,
  isKeyAt = (i: number) => i % (2 * FPS) === 0,
) {
  let passedMs = 0;
  /** When keyframes were asked for. */
  const keysWanted: number[] = [];
  const packager = makeHlsPackager({
    now: () => passedMs,
    wallClock: () => wallMs + passedMs,
    requestKeyframe: () => void keysWanted.push(passedMs),
    onWanted: () => {},
    clockName: () => 'c',
    firstSegment: () => told,
    expectedRenditions: () => 0,
  });
  const { signal } = new AbortController();
  const ask = (path: string) =>
    packager.handle({ path, query: new URLSearchParams(), allowed: undefined, acceptsGzip: false, signal });
  /** Starts packaging and brings so many seconds of pictures, each of which comes so late. */
  const play = async (seconds: number, lateMs = 0): Promise<void> => {
    const asked = ask('source/media.m3u8');
    for (let i = 0; i < seconds * FPS; i++) {
      const shownMs = (i * 1_000) / FPS;
      passedMs = shownMs + lateMs;
      const isKey = isKeyAt(i);
      packager.pushVideo('source', {
        ticks: (streamMs + shownMs) * 90,
        isKey,
        sps: isKey ? SPS_360 : undefined,
        pps: isKey ? PPS : undefined,
        nals: [slice(isKey ? 5 : 1)],
      });
    }
    await asked;
  };
  /** Where each whole segment begins, by its list and by its own times. */
  const segments = async () => {
    const list = (await ask('source/media.m3u8')).body!.toString();
    const names = list.match(/^seg-.*\.m4s$/gmu)!;
    const dates = [...list.matchAll(/PROGRAM-DATE-TIME:(\S+)/gu)].map(([, date]) => Date.parse(date!));
    const pieces = await Promise.all(names.map((name) => ask(`source/${name}`)));
    return pieces.map(({ body }, i) => ({
      number: Number(/\d+/u.exec(names[i]!)![0]),
      startMs: readPictureChunk(body!)!.startMs,
      dateMs: dates[i]!,
    }));
  };
  return { packager, ask, play, segments, keysWanted };
}

test('times in what is packaged are those of the wall clock, as the list has them', async () => {
  const { ask, play, segments } = setup(WALL_MS, 4_000);
  await play(6);
  const [first, second] = await segments();
  expect(first!.startMs).toBe(WALL_MS);
  expect(second!.startMs).toBeCloseTo(WALL_MS + 2_000, -1);
  expect(Math.abs(first!.dateMs - WALL_MS)).toBeLessThan(500);
  expect((await ask('source/media.m3u8')).clock).toEqual({ name: 'c', aheadMs: WALL_MS - 4_000 });
});

test('what another process goes on with comes after what the first one had, in times and in numbers', async () => {
  const [before, after] = [setup(WALL_MS, 60_000), setup(WALL_MS + 10_000, 0)];
  await before.play(9);
  await after.play(5);
  const [last, next] = [(await before.segments()).at(-1)!, (await after.segments())[0]!];
  expect(next.startMs - last.startMs).toBe(10_000 - (last.startMs - WALL_MS));
  expect(next.startMs).toBeGreaterThan(last.startMs);
  expect(next.number).toBeGreaterThan(last.number);
});

test('numbers go on behind those that another process has told, and by the clock where it was packaged here before', async () => {
  const { packager, play, segments } = setup(WALL_MS, 0, 4_711);
  await play(6);
  const numbers = (await segments()).map(({ number }) => number);
  expect(numbers[0]).toBe(4_711);
  expect(packager.nextSegment).toBeGreaterThan(numbers.at(-1)!);
  packager.tick(1e9);
  await play(6);
  expect((await segments())[0]!.number).toBe(WALL_MS / 1_000 + 5);
  packager.restart();
  expect(packager.nextSegment).toBeUndefined();
});

test('a part that was waited for when packaging ends has the clock of what it was packaged by: S11', async () => {
  const { packager, ask, play } = setup(WALL_MS, 4_000);
  await play(5);
  const list = (await ask('source/media.m3u8')).body!.toString();
  const hinted = /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/u.exec(list)![1]!;
  const waiting = ask(`source/${hinted}`);
  // It waits by now.
  await new Promise((resolve) => setImmediate(resolve));
  packager.restart();
  expect((await waiting).clock).toEqual({ name: 'c', aheadMs: WALL_MS - 4_000 });
});

test('under the next name times go on by the same clock, also where the first picture comes late: S10', async () => {
  const { packager, ask, play } = setup(WALL_MS, 4_000);
  const clock = async () => (await ask('source/media.m3u8')).clock;
  await play(5, 300);
  const before = await clock();
  packager.restart();
  await play(5);
  expect(await clock()).toEqual(before);
});

test('a keyframe is asked for a second after the first one, so that the first segment is short: LIVE-VIDEO-022', async () => {
  // The publisher answers within three pictures, and then goes on with one each two seconds.
  const answered = (i: number): boolean => i === 0 || (i >= FPS + 3 && (i - FPS - 3) % (2 * FPS) === 0);
  const { packager, play, segments, keysWanted } = setup(WALL_MS, 4_000, undefined, answered);
  await play(6);
  expect(keysWanted).toEqual([0, 1_000]);
  const [first, second, third] = await segments();
  expect(second!.startMs - first!.startMs).toBeCloseTo(1_120, -1);
  expect(third!.startMs - second!.startMs).toBeGreaterThan(1_800);
  // Each time that packaging begins.
  packager.restart();
  await play(3);
  expect(keysWanted).toHaveLength(4);
});
