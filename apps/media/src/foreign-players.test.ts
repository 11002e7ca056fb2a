import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ForeignPlayer, type ForeignSite, readVideo, startForeignSite } from './testing/foreign-page.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';

/*
 * Players of others, which know one address and nothing else: hls.js, Shaka Player and the browser's own in a
 * real Chromium, ffmpeg and ffprobe beside it. What the address names has to be fetchable by it alone.
 */

const FFPROBE = '/usr/bin/ffprobe';
const FFMPEG = '/usr/bin/ffmpeg';
const run = promisify(execFile);

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let site: ForeignSite;
let streamName: string;

beforeAll(async () => {
  loop = await prepareTestLoop();
  site = await startForeignSite();
  harness = await startHarness(loop.dataDir, { transcodeCores: 2 }, { allowedOrigins: [site.origin] });
  ({ streamName } = await harness.publish('anna'));
});
afterAll(async () => {
  await site?.close();
  await harness?.close();
  await loop?.remove();
});

const addressOf = (token: string) => `${harness.base}/live/hls/${streamName}/index.m3u8?token=${token}`;

// Chromium gives up a stream whose packaging has only just begun, and its decoder where it gets no time: a page that
// says so is given the address anew.
test.each<ForeignPlayer>(isFullRun ? ['hls.js', 'shaka', 'native'] : ['hls.js'])(
  '%s plays an address with a token that nobody adds to what it names (LIVE-VIDEO-034)',
  async (player) => {
    const open = () => site.open(player, addressOf(harness.playToken(streamName)));
    let page = await open();
    await eventually(async () => {
      const played = await readVideo(page);
      if (played.failure !== undefined && player !== 'hls.js') {
        await page.close();
        page = await open();
      }
      expect(played.failure).toBeUndefined();
      expect(played).toMatchObject({
        seconds: expect.toSatisfy((seconds: number) => seconds > 1),
        width: expect.toSatisfy((width: number) => width > 0),
        frames: expect.toSatisfy((frames: number) => frames > 20),
      });
    });
    await page.close();
  },
);

test.runIf(isLongRun && existsSync(FFPROBE))(
  'ffprobe finds every rendition with sound behind the address',
  async () => {
    // On a slow machine the sound that every player reads comes some seconds after the picture.
    await eventually(async () => {
      const { stdout } = await run(FFPROBE, [
        ...'-v error -of json -show_programs -show_entries stream=codec_name,width'.split(' '),
        addressOf(harness.playToken(streamName)),
      ]);
      const { programs } = JSON.parse(stdout) as {
        programs: { streams: { codec_name: string; width?: number }[] }[];
      };
      const pictures = programs.map(({ streams }) => streams.map(({ codec_name }) => codec_name).toSorted());
      expect(pictures).toEqual([
        ['aac', 'h264'],
        ['aac', 'h264'],
      ]);
    }, 500);
  },
);

test.skipIf(!existsSync(FFMPEG))('ffmpeg decodes two seconds from the address without a fault', async () => {
  const address = addressOf(harness.playToken(streamName));
  const options = '-v error -live_start_index -2 -t 2 -i'.split(' ');
  const { stdout, stderr } = await run(FFMPEG, [...options, address, '-f', 'framecrc', '-']);
  expect(stdout.match(/^0, /gm)!.length).toBeGreaterThan(30);
  expect(stderr).toBe('');
});

test('with the token everything that was named ends', async () => {
  const address = addressOf(harness.playToken(streamName, 'leaving'));
  const master = await (await fetch(address)).text();
  const [playlist] = master.match(/^[^#\n].*$/gm)!;
  const playlistAddress = new URL(playlist!, address);
  const answer = await fetch(playlistAddress);
  expect(answer.status).toBe(200);
  const [segment] = (await answer.text()).match(/^seg-.*$/gm)!;
  const segmentAddress = new URL(segment!, playlistAddress);
  expect((await fetch(segmentAddress)).status).toBe(200);
  harness.bus.publish('media.commands', { kind: 'revoke', session: 'leaving' });
  for (const named of [address, playlistAddress, segmentAddress])
    expect((await fetch(named)).status).toBe(403);

  const expiring = addressOf(harness.playToken(streamName, 'staying'));
  const named = (await (await fetch(expiring)).text()).match(/^[^#\n].*$/gm)![0]!;
  const later = new URL(named, expiring);
  expect((await fetch(later)).status).toBe(200);
  harness.moveClock(60_001);
  for (const one of [expiring, later]) expect((await fetch(one)).status).toBe(403);
});
