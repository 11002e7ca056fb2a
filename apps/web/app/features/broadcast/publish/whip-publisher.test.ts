import { NO_RIGHT_STATUS, PublishRefused } from './publish-refused.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readStats, statsBetween } from './publish-stats.ts';
import { createWhipPublisher, publishRetryMs, type PublishState } from './whip-publisher.ts';

const H264 = {
  mimeType: 'video/H264',
  sdpFmtpLine: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
};

test('figures are read from the reports of the browser', () => {
  const entries = [
    {
      type: 'outbound-rtp',
      kind: 'video',
      bytesSent: 900_000,
      framesPerSecond: 29.97,
      frameWidth: 640,
      frameHeight: 360,
    },
    { type: 'outbound-rtp', kind: 'audio', bytesSent: 100_000 },
    { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.015, roundTripTime: 0.0421, timestamp: 77 },
    { type: 'codec' },
  ];
  expect(readStats(entries, 1_000)).toEqual({
    atMs: 1_000,
    bytesSent: 1_000_000,
    fps: 30,
    width: 640,
    height: 360,
    lossPercent: 1.5,
    roundTripMs: 42,
    reportedMs: 77,
    isRelayed: false,
  });
});

test('of several sizes the figures are those of the largest that is sent, and of the worst line', () => {
  const size = (frameHeight: number, framesPerSecond: number) => ({
    type: 'outbound-rtp',
    kind: 'video',
    bytesSent: 1_000,
    framesPerSecond,
    frameWidth: frameHeight * 2,
    frameHeight,
  });
  const remote = (fractionLost: number, timestamp: number) => ({
    type: 'remote-inbound-rtp',
    kind: 'video',
    fractionLost,
    timestamp,
  });
  const entries = [size(240, 20), size(480, 25), size(720, 0), remote(0.01, 90), remote(0.04, 80)];
  expect(readStats(entries, 0)).toMatchObject({
    bytesSent: 3_000,
    height: 480,
    fps: 25,
    lossPercent: 4,
    reportedMs: 90,
  });
});

test('reports that are not there yet count as nothing', () => {
  expect(readStats([], 5)).toEqual({
    atMs: 5,
    bytesSent: 0,
    fps: 0,
    width: 0,
    height: 0,
    lossPercent: 0,
    roundTripMs: 0,
    reportedMs: 0,
    isRelayed: false,
  });
});

test('whether a relay carries it is read from the way that was chosen, not from those that were tried', () => {
  const entries = [
    { type: 'transport', id: 'T', selectedCandidatePairId: 'P2' },
    { type: 'candidate-pair', id: 'P1', localCandidateId: 'L1' },
    { type: 'candidate-pair', id: 'P2', localCandidateId: 'L2' },
    { type: 'local-candidate', id: 'L1', candidateType: 'host' },
    { type: 'local-candidate', id: 'L2', candidateType: 'relay' },
  ];
  expect(readStats(entries, 0).isRelayed).toBe(true);
  const other = [{ ...entries[0], selectedCandidatePairId: 'P1' }, ...entries.slice(1)];
  expect(readStats(other, 0).isRelayed).toBe(false);
});

test('the bit rate is what was sent between two samples, and never below zero', () => {
  const counted = { fps: 30, width: 640, height: 360, lossPercent: 0, roundTripMs: 1, reportedMs: 1 };
  const sample = { ...counted, isRelayed: false };
  const before = { ...sample, atMs: 0, bytesSent: 1_000 };
  expect(statsBetween(before, { ...sample, atMs: 2_000, bytesSent: 251_000 }).kbps).toBe(1_000);
  expect(statsBetween(before, { ...sample, atMs: 2_000, bytesSent: 0 }).kbps).toBe(0);
  expect(statsBetween(undefined, before).kbps).toBe(0);
});

test('attempts come ever later, up to eight seconds', () => {
  expect([0, 1, 2].map((attempt) => publishRetryMs(attempt, 0))).toEqual([500, 1_000, 2_000]);
  expect(publishRetryMs(99, 1)).toBe(4_000);
});

describe('a connection that fails', () => {
  const peers: FakePeer[] = [];

  class FakePeer {
    connectionState = 'connected';
    iceGatheringState = 'complete';
    localDescription = { sdp: 'offer' };
    isClosed = false;
    constructor() {
      peers.push(this);
    }
    addTransceiver: (track?: unknown, init?: { sendEncodings?: unknown[] }) => object = () => ({
      setCodecPreferences() {},
      sender: { getParameters: () => ({}), setParameters: () => Promise.resolve() },
    });
    getSenders = () => [];
    setLocalDescription = () => Promise.resolve();
    setRemoteDescription = () => Promise.resolve();
    bytesSent = 0;
    getStats = () =>
      Promise.resolve(
        new Map([
          [
            'video',
            { type: 'outbound-rtp', kind: 'video', bytesSent: this.bytesSent, framesSent: this.bytesSent },
          ],
        ]),
      );
    close = () => {
      this.isClosed = true;
    };
  }

  beforeEach(() => {
    peers.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal('RTCPeerConnection', FakePeer);
    vi.stubGlobal('RTCRtpSender', { getCapabilities: () => ({ codecs: [H264] }) });
    vi.stubGlobal(
      'MediaStream',
      class {
        getVideoTracks = () => [{ kind: 'video' }];
        getAudioTracks = () => [];
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is made anew without a goodbye, so that the broadcast keeps its viewers; stopping says it', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
      const location = `/live/whip/${asked.length}`;
      asked.push(`${method} ${new URL(url, 'http://site').pathname}`);
      return Promise.resolve(new Response('answer', { status: 201, headers: { location } }));
    });
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: 'st_x',
      maxKbps: 2_500,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(1_000);
    peers[0]!.connectionState = 'failed';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(peers.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(asked).toEqual(['POST /live/whip', 'POST /live/whip']);
    await publisher.stop();
    expect(asked.slice(2)).toEqual(['DELETE /live/whip/1']);
    expect(peers[1]!.isClosed).toBe(true);
  });

  test.each([
    ['does not answer to several sizes', 201],
    ['refuses an offer of several sizes', 400],
  ])('to a server that %s the picture is sent in one', async (_what, first) => {
    const offered: number[] = [];
    vi.stubGlobal('navigator', {
      userAgentData: { mobile: false, brands: [{ brand: 'Chromium' }] },
      hardwareConcurrency: 8,
    });
    vi.stubGlobal(
      'RTCPeerConnection',
      class extends FakePeer {
        override addTransceiver = (
          _track?: unknown,
          { sendEncodings = [] }: { sendEncodings?: unknown[] } = {},
        ) => {
          offered.push(sendEncodings.length);
          return {
            setCodecPreferences() {},
            sender: { getParameters: () => ({}), setParameters: () => Promise.resolve() },
          };
        };
      },
    );
    vi.stubGlobal(
      'MediaStream',
      class {
        getVideoTracks = () => [{ kind: 'video', getSettings: () => ({ height: 720 }) }];
        getAudioTracks = () => [];
      },
    );
    const headers = { location: '/live/whip/1' };
    const asked: string[] = [];
    vi.stubGlobal('fetch', (_url: string, { method }: { method: string }) => {
      asked.push(method);
      return Promise.resolve(new Response('answer', { status: asked.length === 1 ? first : 201, headers }));
    });
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: 'st_x',
      maxKbps: 2_500,
      maySendSizes: true,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(offered).toEqual([3, 1]);
    // The broadcast that the first offer has begun goes on.
    expect(asked).toEqual(['POST', 'POST']);
    expect(publisher.state.kind).not.toBe('failed');
    await publisher.stop();
  });

  test.each([
    [
      'the token of a broadcast that ended at that moment is followed by one of the next',
      [403, 201],
      'connecting',
    ],
    ['a second refusal is final', [403, 403], 'failed'],
  ])('%s', async (_what, statuses, kind) => {
    const given: string[] = [];
    const asked: string[] = [];
    vi.stubGlobal('fetch', (_url: string, { method, headers }: RequestInit) => {
      if (method === 'POST') asked.push(JSON.stringify(headers));
      const status = statuses[asked.length - 1] ?? 500;
      return Promise.resolve(new Response('answer', { status, headers: { location: '/live/whip/1' } }));
    });
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: () => Promise.resolve(`st_${given.push('one')}`),
      maxKbps: 2_500,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked.map((headers) => /st_\d/.exec(headers)?.[0])).toEqual(['st_1', 'st_2']);
    if (kind === 'failed') expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused' });
    else expect(publisher.state.kind).not.toBe('failed');
    await publisher.stop();
  });

  test('a broadcast that was on air and is stopped elsewhere is not begun anew', async () => {
    const statuses = [201, 403];
    let asked = 0;
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response('answer', { status: statuses[asked++] ?? 500, headers: { location: '/live/whip/1' } }),
      ),
    );
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: () => Promise.resolve('st_x'),
      maxKbps: 2_500,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(1_000);
    peers[0]!.connectionState = 'failed';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused' });
    await publisher.stop();
  });

  test('is not made anew where the site gives no right any more, and says why', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response('answer', { status: 201, headers: { location: '/live/whip/1' } })),
    );
    const banned = new Error('banned');
    const told: PublishState[] = [];
    let asked = 0;
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: () =>
        asked++ === 0 ? Promise.resolve('st_x') : Promise.reject(new PublishRefused(NO_RIGHT_STATUS, banned)),
      maxKbps: 2_500,
      onState: (state) => told.push(state),
    });
    await vi.advanceTimersByTimeAsync(1_000);
    peers[0]!.connectionState = 'failed';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.map(({ kind }) => kind)).toEqual(['connecting', 'reconnecting', 'failed']);
    expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused', error: banned });
    expect(asked).toBe(2);
  });

  test('ends with its page without a goodbye, so that a page that is loaded anew goes on', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (_url: string, { method }: { method: string }) => {
      asked.push(method);
      return Promise.resolve(new Response('answer', { status: 201, headers: { location: '/live/whip/1' } }));
    });
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: 'st_x',
      maxKbps: 2_500,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(1_000);
    globalThis.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(publisher.state).toEqual({ kind: 'stopped' });
    expect(peers.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(asked).toEqual(['POST']);
  });

  test('is asked whether it is to go on elsewhere, and does so by the token that it is given, without a goodbye (LIVE-VIDEO-029)', async () => {
    const asked: string[] = [];
    let move: string | undefined;
    let status = 201;
    vi.stubGlobal('fetch', (url: string, init: { method: string; headers: Record<string, string> }) => {
      const { pathname } = new URL(url, 'http://site');
      asked.push([init.method, pathname, init.headers?.['authorization'] ?? ''].join(' ').trim());
      if (init.method !== 'POST')
        return Promise.resolve(
          new Response(null, { status: 204, headers: move ? { 'klieg-move': move } : {} }),
        );
      const location = `/live/whip/${asked.length}`;
      return Promise.resolve(new Response('answer', { status, headers: { location } }));
    });
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: 'st_x',
      maxKbps: 2_500,
      onState: () => {},
    });
    await vi.advanceTimersByTimeAsync(1_000);
    peers[0]!.bytesSent = 5_000;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual(['POST /live/whip Bearer st_x', 'PATCH /live/whip/1 Bearer st_x']);

    // One that takes nobody else changes nothing: the first connection goes on.
    [move, status] = ['st_other', 503];
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.at(-1)).toBe('POST /live/whip Bearer st_other');
    expect(peers.map(({ isClosed }) => isClosed)).toEqual([false, true]);

    status = 201;
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.advanceTimersByTimeAsync(1_000);
    // It is kept until the other one sends, and a moment longer.
    expect(peers.map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
    peers[2]!.bytesSent = 1;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(peers[0]!.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(peers[0]!.isClosed).toBe(true);
    // It asks in its turn, by the token of its own.
    move = undefined;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.at(-1)).toMatch(/^PATCH .* Bearer st_other$/u);
    const [place] = asked.filter((one) => one.startsWith('DELETE'));
    expect(place).toBeUndefined();
    await publisher.stop();
    expect(asked.at(-1)).toMatch(/^DELETE \/live\/whip\/\d+$/u);
    expect(asked.at(-1)).not.toBe('DELETE /live/whip/1');
    expect(peers[2]!.isClosed).toBe(true);
  });

  test('is on air once something is sent, not when it is connected (LIVE-VIDEO-029)', async () => {
    const headers = { location: '/live/whip/1' };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('answer', { status: 201, headers })));
    const told: string[] = [];
    const publisher = createWhipPublisher({
      stream: { getTracks: () => [{ kind: 'video' }] } as unknown as MediaStream,
      endpoint: 'http://site/live/whip',
      token: 'st_x',
      maxKbps: 2_500,
      onState: ({ kind }) => void told.push(kind),
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toEqual(['connecting']);
    peers[0]!.bytesSent = 5_000;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['connecting', 'live']);
    await publisher.stop();
  });
});
