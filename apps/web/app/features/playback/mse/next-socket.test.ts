import { expect, test, vi } from 'vitest';
import { isKeyChunk, type SocketHandlers, type Takeover, takeOver } from './next-socket.ts';
import type { StreamSocket } from './stream-socket.ts';

const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const box = (type: string, ...parts: number[][]): number[] => {
  const content = parts.flat();
  return [...u32(content.length + 8), ...[...type].map((letter) => letter.charCodeAt(0)), ...content];
};
const chunk = (isKey: boolean, startMs = 0): ArrayBuffer =>
  new Uint8Array(
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
  ).buffer;
/** Of one track that counts milliseconds. */
const HEADER = new Uint8Array(
  box(
    'moov',
    box(
      'trak',
      box('tkhd', u32(3), u32(0), u32(0), u32(1), u32(0)),
      box('mdia', box('mdhd', u32(0), u32(0), u32(0), u32(1_000), u32(0))),
    ),
  ),
).buffer;

async function begin(before?: Pick<Takeover, 'header' | 'last'>) {
  const takeover: Takeover = {
    next: undefined,
    isOtherTime: undefined,
    header: undefined,
    last: undefined,
    ...before,
  };
  const heard: unknown[] = [];
  const handlers: SocketHandlers = {
    onText: (text) => void heard.push(text),
    onBinary: (data) => void heard.push(data),
    onClose: (code) => void heard.push(code),
  };
  const socket = {} as StreamSocket;
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
  return { takeover, heard, its, onReady, socket };
}

test('a chunk says whether a decoder can begin there; what is none says no', () => {
  expect([isKeyChunk(chunk(true)), isKeyChunk(chunk(false))]).toEqual([true, false]);
  for (const bytes of [0, 10, 60]) expect(isKeyChunk(chunk(true).slice(0, bytes))).toBe(false);
});

test('another connection takes over where its next group of pictures begins, with its description first', async () => {
  const { takeover, heard, its, onReady, socket } = await begin();
  its.onText('described');
  its.onBinary(HEADER);
  for (const isKey of [true, false, false]) its.onBinary(chunk(isKey));
  expect([heard, takeover.next]).toEqual([[], socket]);
  const key = chunk(true);
  its.onBinary(key);
  expect(onReady).toHaveBeenCalledExactlyOnceWith(socket);
  expect(heard).toEqual(['described', HEADER, key]);
  expect(takeover.next).toBeUndefined();
  expect(takeover.isOtherTime).toBeDefined();
  its.onText('other rendition');
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
