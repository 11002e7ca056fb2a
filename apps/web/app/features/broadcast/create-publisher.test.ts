import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPublisher } from './create-publisher.ts';
import { FakeWorker, STATS } from './testing/fake-worker.ts';
import type { PublishState } from './publish/whip-publisher.ts';

/* Which way is taken, with the browser's own parts drawn up: what gets through is decided here. */

const H264 = {
  mimeType: 'video/H264',
  sdpFmtpLine: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
};

class FakePeer {
  connectionState = 'connecting';
  iceGatheringState = 'complete';
  localDescription = { sdp: 'offer' };
  addTransceiver = () => ({
    setCodecPreferences() {},
    sender: { getParameters: () => ({}), setParameters: () => Promise.resolve() },
  });
  setLocalDescription = () => Promise.resolve();
  setRemoteDescription = () => Promise.resolve();
  close = () => {};
}

const track = { kind: 'video' } as MediaStreamTrack;
let posts: number;
let tokens: number;
let states: PublishState[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  posts = 0;
  tokens = 0;
  states = [];
  vi.stubGlobal('RTCPeerConnection', FakePeer);
  vi.stubGlobal('RTCRtpSender', { getCapabilities: () => ({ codecs: [H264] }) });
  vi.stubGlobal('Worker', FakeWorker);
  const encoder = { isConfigSupported: () => Promise.resolve({ supported: true }) };
  vi.stubGlobal('VideoEncoder', encoder);
  vi.stubGlobal('AudioEncoder', encoder);
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readable = {};
    },
  );
  vi.stubGlobal(
    'MediaStream',
    class {
      getTracks = () => [track];
      getVideoTracks = () => [track];
      getAudioTracks = () => [];
    },
  );
  vi.stubGlobal('fetch', () => {
    posts += 1;
    const headers = { location: `/live/whip/${posts}` };
    return Promise.resolve(new Response('answer', { status: 201, headers }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const publish = () =>
  createPublisher({
    stream: { getTracks: () => [track] } as unknown as MediaStream,
    endpoint: 'http://site/live/whip',
    token: () => Promise.resolve(`st_${(tokens += 1)}`),
    maxKbps: 2_500,
    onState: (state) => void states.push(state),
  });

/** Waits until the page has asked for an encoder, whose code is loaded in time of its own. */
const encoderOf = async (count = 1): Promise<FakeWorker> => {
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(FakeWorker.all).toHaveLength(count);
    },
    { timeout: 60_000 },
  );
  return FakeWorker.all.at(-1)!;
};

test('where WebRTC is answered and gets nothing through, the same broadcast goes over TCP with a fresh right (LIVE-VIDEO-029)', async () => {
  const publisher = publish();
  const worker = await encoderOf();
  const [connect, pictures] = worker.told;
  expect(connect).toMatchObject({ kind: 'connect', maxKbps: 2_500, hasSound: false });
  expect(connect).toMatchObject({ url: `ws://site/live/ingest?token=st_${tokens}` });
  expect(tokens).toBe(2);
  expect(pictures).toMatchObject({ kind: 'pictures' });
  worker.say({ kind: 'ready' });
  worker.say({ kind: 'stats', stats: STATS });
  expect(publisher.state).toEqual({ kind: 'live', via: 'tcp', ...STATS });

  // Another camera takes the place of the first on the same connection.
  await publisher.replaceTrack(track);
  expect(worker.told.filter(({ kind }) => kind === 'pictures')).toHaveLength(2);

  // A line that breaks is made anew.
  worker.say({ kind: 'closed', why: undefined });
  expect(states.at(-1)).toEqual({ kind: 'reconnecting', attempt: 1 });
  const second = await encoderOf(2);
  expect(worker.isEnded).toBe(true);
  const stopping = publisher.stop();
  expect(second.told.at(-1)).toEqual({ kind: 'leave' });
  await vi.advanceTimersByTimeAsync(2_000);
  await stopping;
  expect(second.isEnded).toBe(true);
  expect(publisher.state).toEqual({ kind: 'stopped' });
  expect(posts).toBe(1);
});

test('a refusal that another attempt does not change is final', async () => {
  const publisher = publish();
  const worker = await encoderOf();
  worker.say({ kind: 'ready' });
  worker.say({ kind: 'closed', why: 'limit' });
  expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(FakeWorker.all).toHaveLength(1);
});

test('where TCP gets through no better, WebRTC is tried again', async () => {
  const publisher = publish();
  for (let i = 1; i <= 3; i++) (await encoderOf(i)).say({ kind: 'closed', why: undefined });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(posts).toBe(2);
  await publisher.stop();
});

test('a browser that cannot encode by itself tries WebRTC again and again', async () => {
  vi.stubGlobal('VideoEncoder', { isConfigSupported: () => Promise.resolve({ supported: false }) });
  const publisher = publish();
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(posts).toBeGreaterThan(1);
    },
    { timeout: 60_000 },
  );
  expect(states.some(({ kind }) => kind === 'reconnecting')).toBe(true);
  expect(FakeWorker.all).toEqual([]);
  await publisher.stop();
});
