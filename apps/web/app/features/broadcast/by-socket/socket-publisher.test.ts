import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeWorker, STATS } from '../testing/fake-worker.ts';
import type { PublishState } from '../publish/whip-publisher.ts';
import { createSocketPublisher } from './socket-publisher.ts';

/* How a publisher over TCP goes over to another process. The browser's threads and tracks are drawn up. */

const track = { kind: 'video' } as MediaStreamTrack;
let states: PublishState[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  states = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readable = {};
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A publisher on air that has just been asked to go on by the token `moved`. */
function publishAndMove() {
  const publisher = createSocketPublisher({
    stream: { getTracks: () => [track] } as unknown as MediaStream,
    endpoint: 'http://site/live/whip',
    token: 'first',
    maxKbps: 2_500,
    onState: (state) => void states.push(state),
    onUnreachable: () => false,
  });
  const [first] = FakeWorker.all as [FakeWorker];
  first.say({ kind: 'ready' });
  first.say({ kind: 'stats', stats: STATS });
  for (let times = 0; times < 2; times++) first.say({ kind: 'move', token: 'moved' });
  const [, second, ...more] = FakeWorker.all as [FakeWorker, FakeWorker];
  expect(more).toEqual([]);
  expect(second.told[0]).toMatchObject({ url: 'ws://site/live/ingest?token=moved' });
  return { publisher, first, second };
}

const pictures = ({ told }: FakeWorker) => told.filter(({ kind }) => kind === 'pictures').length;

test('another connection takes over when it sends, and the first goes on until all have that one', async () => {
  const { publisher, first, second } = publishAndMove();
  second.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(5_000);
  // It is let in, and has sent nothing yet.
  expect(first.isEnded).toBe(false);
  first.say({ kind: 'stats', stats: { ...STATS, kbps: 800 } });
  expect(publisher.state).toMatchObject({ kind: 'live', kbps: 800 });
  second.say({ kind: 'stats', stats: { ...STATS, kbps: 700 } });
  second.say({ kind: 'stats', stats: { ...STATS, kbps: 701 } });
  expect(publisher.state).toMatchObject({ kind: 'live', kbps: 701 });
  // The process that leaves says that its time is over, or does not.
  first.say({ kind: 'closed', why: 'full' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.isEnded, second.isEnded]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.isEnded, second.isEnded]).toEqual([true, false]);
  expect(states.every(({ kind }) => kind === 'live')).toBe(true);
});

test('one that fails before it has sent changes nothing, and another may follow', async () => {
  const { publisher, first, second } = publishAndMove();
  second.say({ kind: 'ready' });
  second.say({ kind: 'failed' });
  expect([first.isEnded, second.isEnded]).toEqual([false, true]);
  first.say({ kind: 'move', token: 'again' });
  const third = FakeWorker.all[2]!;
  // Nothing at all is heard of this one.
  await vi.advanceTimersByTimeAsync(20_000);
  expect([first.isEnded, third.isEnded]).toEqual([false, true]);
  expect(publisher.state.kind).toBe('live');
});

test('where the first ends before that, the other takes its place without a gap', async () => {
  const { publisher, first, second } = publishAndMove();
  second.say({ kind: 'ready' });
  first.say({ kind: 'closed', why: undefined });
  expect([first.isEnded, second.isEnded]).toEqual([true, false]);
  second.say({ kind: 'stats', stats: STATS });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([publisher.state.kind, second.isEnded]).toEqual(['live', false]);
  // As the only one, it is made anew as any is.
  second.say({ kind: 'closed', why: undefined });
  expect(publisher.state).toEqual({ kind: 'reconnecting', attempt: 1 });
});

test('a refusal of the first that is final ends both', () => {
  const { publisher, first, second } = publishAndMove();
  first.say({ kind: 'closed', why: 'stopped' });
  expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused' });
  expect([first.isEnded, second.isEnded]).toEqual([true, true]);
});

test('the token of a broadcast that ended at that moment is followed by one of the next, once', async () => {
  let given = 0;
  const publisher = createSocketPublisher({
    stream: { getTracks: () => [track] } as unknown as MediaStream,
    endpoint: 'http://site/live/whip',
    token: () => Promise.resolve(`token${++given}`),
    maxKbps: 2_500,
    onState: (state) => void states.push(state),
    onUnreachable: () => false,
  });
  await vi.advanceTimersByTimeAsync(0);
  FakeWorker.all[0]!.say({ kind: 'closed', why: 'stopped' });
  expect(publisher.state).toEqual({ kind: 'reconnecting', attempt: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeWorker.all[1]!.told[0]).toMatchObject({ url: 'ws://site/live/ingest?token=token2' });
  FakeWorker.all[1]!.say({ kind: 'closed', why: 'stopped' });
  expect(publisher.state).toEqual({ kind: 'failed', reason: 'refused' });
});

test('a camera that is changed meanwhile goes to both; who stops ends all', async () => {
  const { publisher, first, second } = publishAndMove();
  await publisher.replaceTrack(track);
  expect([pictures(first), pictures(second)]).toEqual([2, 2]);
  second.say({ kind: 'ready' });
  second.say({ kind: 'stats', stats: STATS });
  const stopping = publisher.stop();
  expect(first.isEnded).toBe(true);
  expect(second.told.at(-1)).toEqual({ kind: 'leave' });
  await vi.advanceTimersByTimeAsync(2_000);
  await stopping;
  expect(second.isEnded).toBe(true);
});
