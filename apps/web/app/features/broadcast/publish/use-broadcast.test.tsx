import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useBroadcast } from './use-broadcast.ts';

const WISH = { subject: '', maxKbps: 2_000, isSoundOnly: false, coPerformers: [] };
const INGEST = { ingest: { whip_url: 'https://media.example/whip', token: 'st_1' } };

class Stream {
  getTracks = () => [];
}

/** Calls in their order; the start of a broadcast is answered when the test says so. */
let calls: string[];
let starts: (() => void)[];
let peers: number;

beforeEach(() => {
  calls = [];
  starts = [];
  peers = 0;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${input.replace('/api/v1', '')}`;
    calls.push(call);
    const answer = (body: unknown) => new Response(JSON.stringify(body));
    if (call !== 'POST /broadcast/start') return Promise.resolve(answer({ status: 1 }));
    return new Promise((resolve) => starts.push(() => resolve(answer({ status: 1, ...INGEST }))));
  });
  vi.stubGlobal(
    'RTCPeerConnection',
    class {
      constructor() {
        peers += 1;
      }
      close(): void {}
    },
  );
  vi.stubGlobal('RTCRtpSender', {});
  vi.stubGlobal('MediaStream', Stream);
});

const begin = () => {
  const hook = renderHook(() => useBroadcast());
  act(() => hook.result.current.replace(new Stream() as never));
  act(() => void hook.result.current.start(WISH));
  return hook;
};
/** Until all that is on the way has come, modules as well. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

test('a page that was left while its broadcast began ends it, and sends nothing', async () => {
  const { unmount } = begin();
  unmount();
  starts[0]!();
  await vi.waitFor(() => expect(calls).toEqual(['POST /broadcast/start', 'POST /broadcast/stop']));
  await settle();
  expect(peers).toBe(0);
});

test('one that was stopped while it began stays off, and does not end the one that is begun next', async () => {
  const { result } = begin();
  await act(() => result.current.stop());
  expect(result.current.state.kind).toBe('off');
  act(() => void result.current.start(WISH));
  starts[0]!();
  await settle();
  expect([peers, result.current.state.kind]).toEqual([0, 'starting']);
  starts[1]!();
  await vi.waitFor(() => expect(result.current.state.kind).toBe('on'));
  expect(calls.filter((call) => call.includes('/broadcast/'))).toEqual([
    'POST /broadcast/start',
    'POST /broadcast/stop',
    'POST /broadcast/start',
  ]);
  await act(() => result.current.stop());
});
