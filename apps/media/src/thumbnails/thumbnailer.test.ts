import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { THUMB_WIDTHS } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, expect, test } from 'vitest';
import { loopPath } from '@klieg/demo';
import { readLoop } from '@klieg/demo/loops';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { splitNals } from '../edge/webrtc/rtp-packetizer.ts';
import type { Keyframe } from '../packaging/units.ts';
import { prepareTestLoop } from '../testing/live-harness.ts';
import { slice } from '../testing/rtp-packets.ts';
import { makeThumbnailer, type Thumbnailer } from './thumbnailer.ts';

const SMALL = { width: 320, kind: 'jpg' } as const;

let thumbnailer: Thumbnailer | undefined;
let nowMs = 0;
afterEach(() => {
  thumbnailer?.close();
  nowMs = 0;
});
/** One that makes a picture of a stream each ten seconds, by the clock of these tests. */
const open = () => (thumbnailer = makeThumbnailer({ intervalMs: 10_000, now: () => nowMs, log: silentLog }));

/** Offers a keyframe until there is a picture of it: a slow machine gives one up, and makes the next after the interval. */
const untilMade = (id: string, keyframe: Keyframe): Promise<void> =>
  eventually(() => {
    thumbnailer?.offer(id, keyframe);
    nowMs += 10_000;
    expect(thumbnailer?.find(id, SMALL)).toBeDefined();
  }, 1_000);

async function realKeyframe(): Promise<Keyframe> {
  const loop = await prepareTestLoop();
  const file = await readLoop(loopPath(loop.dataDir, 's00'));
  await loop.remove();
  const nals = splitNals(file!.pictures[0]!);
  const [sps, pps, ...rest] = nals;
  return { sps: sps!, pps: pps!, nals: rest };
}

/** Ids of the thumbnail processes that this test process started. */
const workers = (): number[] => {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n');
  return lines.filter((line) => line.includes('thumbnail-worker')).map((line) => Number.parseInt(line, 10));
};

test('pictures are made at once, kept, made anew after the interval, and forgotten', async () => {
  const keyframe = await realKeyframe();
  const made = open();
  await untilMade('a', keyframe);
  expect(made.find('a', { width: 640, kind: 'webp' })).toBeDefined();
  const first = made.find('a', SMALL);
  await eventually(() => {
    nowMs += 10_000;
    made.offer('a', keyframe);
    expect(made.find('a', SMALL)).not.toBe(first);
  }, 1_000);
  expect(made.find('b', SMALL)).toBeUndefined();
  made.forget('a');
  expect(made.find('a', SMALL)).toBeUndefined();
});

/** Kind and width of a picture by its own bytes; this decoder's WebP is of the simple form. */
const describe = (image: Buffer | undefined): string => {
  if (image?.toString('latin1', 8, 16) === 'WEBPVP8 ') return `webp ${image.readUInt16LE(26) & 0x3fff}`;
  const start = image?.indexOf(Buffer.from([0xff, 0xc0])) ?? -1;
  return image?.readUInt16BE(0) === 0xffd8 && start > 0 ? `jpg ${image.readUInt16BE(start + 7)}` : 'nothing';
};

test.runIf(isFullRun)(
  'sound that no decoder takes costs no picture, and what can be decoded is measured with it',
  async () => {
    const keyframe = await realKeyframe();
    const signals: unknown[] = [];
    const made = (thumbnailer = makeThumbnailer({
      intervalMs: 10_000,
      now: () => nowMs,
      log: silentLog,
      onMade: (_streamName, signal) => void signals.push(signal),
    }));
    const junk = { codec: 'aac' as const, hz: 48_000, channels: 2, config: Buffer.from([1]) };
    const noise = Array.from({ length: 150 }, () => randomBytes(100));
    await eventually(() => {
      made.offer('a', keyframe, () => ({ format: junk, packets: noise }));
      nowMs += 10_000;
      expect(signals).toContainEqual({ light: expect.any(Number), lufs: undefined });
    }, 1_000);
    expect(made.find('a', SMALL)).toBeDefined();
    expect((signals[0] as { light: number }).light).toBeGreaterThan(0.1);
  },
);

test('each width is made in both kinds, and none is wider than the source (CONSTANTS-036)', async () => {
  open();
  await untilMade('a', await realKeyframe());
  const kinds = ['jpg', 'webp'] as const;
  const made = kinds.flatMap((kind) =>
    THUMB_WIDTHS.map((width) => describe(thumbnailer?.find('a', { width, kind }))),
  );
  const widths = [160, 320, 640, 640];
  expect(made).toEqual(kinds.flatMap((kind) => widths.map((width) => `${kind} ${width}`)));
});

test.runIf(isLongRun)('a picture that cannot be decoded harms no other', async () => {
  const keyframe = await realKeyframe();
  const made = open();
  made.offer('broken', { sps: Buffer.from([0x67, 9]), pps: Buffer.from([0x68]), nals: [slice(5)] });
  await untilMade('good', keyframe);
  expect(made.find('broken', SMALL)).toBeUndefined();
});

test.runIf(isLongRun)(
  'a process that crashes is started again, and the stream gets its picture at a later keyframe',
  async () => {
    const keyframe = await realKeyframe();
    const made = open();
    await untilMade('a', keyframe);
    const before = workers();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await untilMade('b', keyframe);
    expect(workers().some((pid) => before.includes(pid))).toBe(false);
    expect(made.find('a', SMALL)).toBeDefined();
  },
);

test('closed, it starts nothing more', async () => {
  thumbnailer = makeThumbnailer({ intervalMs: 0, now: () => 0, log: silentLog });
  thumbnailer.close();
  thumbnailer.offer('a', { sps: Buffer.alloc(4), pps: Buffer.alloc(4), nals: [] });
  // The one of the test before may still be on its way out.
  await eventually(() => expect(workers()).toEqual([]));
});
