import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopPath } from '@klieg/demo';
import { readLoop } from '@klieg/demo/loops';
import { makeFragmenter } from '../packaging/fragmenter.ts';
import type { AacFormat } from '../packaging/units.ts';
import { decode, prepareTestLoop } from '../testing/live-harness.ts';
import { type RtmpServer, startRtmpServer } from './rtmp-server.ts';
import { loopMessages } from './testing/loop-tags.ts';
import { openRtmpClient } from './testing/rtmp-client.ts';

/*
 * Real H.264 by RTMP, packed into CMAF and decoded.
 */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let server: RtmpServer;
const frames: Buffer[] = [];
let codecs: string | undefined;
let end: string | undefined;

function makePublication() {
  let format: AacFormat | undefined;
  const fragmenter = makeFragmenter({
    audio: undefined,
    fragmentMs: 80,
    startMs: 0,
    onInit(init) {
      codecs = init.codecs;
      frames.push(init.data);
    },
    onFragment: (fragment) => frames.push(fragment.data),
  });
  return {
    onVideo: fragmenter.pushVideo,
    onAudioFormat(next: AacFormat) {
      format = next;
      fragmenter.setAudio(format);
    },
    onAudio: fragmenter.pushAudio,
    onClosed(reason: string) {
      end = reason;
    },
    onBytes() {},
    onRefused() {},
  };
}

beforeAll(async () => {
  loop = await prepareTestLoop();
  server = await startRtmpServer({
    host: '127.0.0.1',
    port: 0,
    authorize: async () => ({ ok: true, publication: makePublication() }),
    now: () => performance.now(),
    log: silentLog,
  });
});
afterAll(async () => {
  await server.close();
  await loop.remove();
});

test('a real stream that is published by RTMP decodes without an error, picture and sound (LIVE-VIDEO-029)', async () => {
  const read = await readLoop(loopPath(loop.dataDir, 's00'));
  expect(read).toBeDefined();
  const messages = loopMessages(read!);
  const client = openRtmpClient({ port: server.port! });
  client.publish('key');
  for (const message of messages) client.write(message);
  await eventually(() => expect(client.codes).toEqual(['NetStream.Publish.Start']));
  const pictures = read!.pictures.length;
  // The last pictures wait for their fragment to be full.
  await eventually(() => expect(frames.length).toBeGreaterThan(pictures / 3));
  client.close();
  await eventually(() => expect(end).toBe('closed'));
  expect(codecs).toBe('avc1.42C016,mp4a.40.2');
  const decoded = await decode(frames);
  expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
  expect(decoded['pictures']).toBeGreaterThanOrEqual(pictures - 2);
  expect(decoded['soundMs']).toBeGreaterThan(read!.durationMs - 500);
});
