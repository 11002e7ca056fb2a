import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isKeyChunk, type SocketHandlers, type Takeover, takeOver } from './next-socket.ts';
import { MOVE, type StreamSocket } from './stream-socket.ts';
import { box, buffer, HEADER, u32 } from './testing/fmp4-bytes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chunk = (isKey: boolean, startMs = 0): ArrayBuffer =>
  buffer(
    box(
      'moof',
      box('mfhd', u32(0), u32(1)),
      box(
        'traf',
        box('tfhd', u32(0x02_00_00), u32(1)),
        box('tfdt', u32(0), u32(startMs)),
        box('trun', u32(0x701), u32(1), u32(0), u32(80), u32(1), u32(isKey ? 0x02_00_00_00 : 0x01_01_00_00)),
      ),
    ),
  );

async function begin(before?: Pick<Takeover, 'header' | 'last'>) {
  const takeover: Takeover = {
    next: undefined,
    isOtherTime: undefined,
    header: undefined,
    last: undefined,
    ...before,
  };
  const heard: unknown[] = [];
  /** Whether it may be of another time, of each description that is passed on. */
  const judged: boolean[] = [];
  const handlers: SocketHandlers = {
    onText(text) {
      heard.push(text);
      judged.push(takeover.isOtherTime !== undefined);
    },
    onBinary: (data) => void heard.push(data),
    onClose: (code) => void heard.push(code),
  };
  const close = vi.fn();
  const socket = { close } as unknown as StreamSocket;
  const onReady = vi.fn();
  let its!: SocketHandlers;
  await takeOver({
    takeover,
    handlers,
    askGrant: () => Promise.resolve({ grant: {} as never }),
    isStreaming: () => true,
    open(_grant, given) {
      its = given;
      return socket;
    },
    onReady,
  });
  return { takeover, heard, judged, its, onReady, socket, close };
}

test('a chunk says whether a decoder can begin there; what is none says no', () => {
  expect([isKeyChunk(chunk(true)), isKeyChunk(chunk(false))]).toEqual([true, false]);
  for (const bytes of [0, 10, 60]) expect(isKeyChunk(chunk(true).slice(0, bytes))).toBe(false);
});

test('another connection takes over where its next group of pictures begins, with its description first', async () => {
  const { takeover, heard, judged, its, onReady, socket } = await begin();
  its.onText('described');
  its.onBinary(HEADER);
  for (const isKey of [true, false, false]) its.onBinary(chunk(isKey));
  expect([heard, takeover.next]).toEqual([[], socket]);
  const key = chunk(true);
  its.onBinary(key);
  expect(onReady).toHaveBeenCalledExactlyOnceWith(socket);
  expect(heard).toEqual(['described', HEADER, key]);
  expect(takeover.next).toBeUndefined();
  its.onText('other rendition');
  // Only the description of what took over; a rendition that is chosen later has the time of this one.
  expect(judged).toEqual([true, false]);
  its.onClose(1001, true);
  expect(heard.slice(3)).toEqual(['other rendition', 1001]);
});

test('one that ends before that has changed nothing, and another may follow', async () => {
  const { takeover, heard, its, onReady } = await begin();
  its.onText('described');
  its.onBinary(HEADER);
  its.onClose(1006, true);
  expect([heard, takeover.next]).toEqual([[], undefined]);
  expect(onReady).not.toHaveBeenCalled();
});

test('one that ends soon itself, or brings nothing, is given up, so that another may follow', async () => {
  const leaving = await begin();
  leaving.its.onText('described');
  leaving.its.onBinary(HEADER);
  leaving.its.onText(MOVE);
  expect([leaving.heard, leaving.takeover.next]).toEqual([[], undefined]);
  expect(leaving.close).toHaveBeenCalledOnce();

  const silent = await begin();
  vi.advanceTimersByTime(19_000);
  expect(silent.takeover.next).toBe(silent.socket);
  vi.advanceTimersByTime(2_000);
  expect([silent.takeover.next, silent.close.mock.calls.length]).toEqual([undefined, 1]);

  const taken = await begin();
  taken.its.onText('described');
  taken.its.onBinary(HEADER);
  for (const isKey of [true, true]) taken.its.onBinary(chunk(isKey));
  vi.advanceTimersByTime(60_000);
  expect(taken.close).not.toHaveBeenCalled();
  // It is asked to go as any other.
  taken.its.onText(MOVE);
  expect(taken.heard.at(-1)).toBe(MOVE);
});

test('the same stream goes on behind the last chunk that came, in the middle of a group; nothing comes twice', async () => {
  const before = { header: HEADER.slice(0), last: chunk(false, 1_920) };
  const { heard, its, onReady, takeover } = await begin(before);
  its.onText('described');
  its.onBinary(HEADER);
  // The group that was there already, from its keyframe on.
  for (const startMs of [0, 80, 1_600]) its.onBinary(chunk(startMs === 0, startMs));
  expect(onReady).not.toHaveBeenCalled();
  its.onBinary(chunk(false, 1_840));
  expect(onReady).toHaveBeenCalledOnce();
  its.onBinary(chunk(false, 1_920));
  expect(heard).toEqual([]);
  const [next, after] = [chunk(false, 2_000), chunk(false, 2_080)];
  its.onBinary(next);
  its.onBinary(after);
  expect(heard).toEqual([next, after]);
  expect(takeover.isOtherTime).toBeUndefined();
});

test('another rendition, or the same at another time, begins with its next group', async () => {
  for (const before of [
    { header: new ArrayBuffer(9), last: chunk(false, 0) },
    { header: HEADER, last: chunk(false, 90_000) },
  ]) {
    const { heard, its } = await begin(before);
    its.onText('described');
    its.onBinary(HEADER);
    its.onBinary(chunk(true, 0));
    const key = chunk(true, 2_000);
    its.onBinary(key);
    expect(heard).toEqual(['described', HEADER, key]);
  }
});
