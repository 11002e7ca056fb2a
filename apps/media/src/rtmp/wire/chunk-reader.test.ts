import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { makeChunkReader } from './chunk-reader.ts';
import { encodeMessage } from './chunk-writer.ts';
import type { RtmpMessage } from './messages.ts';
import { basicHeader, chunksOf, messageBytes, setChunkSize, u32 } from '../testing/rtmp-bytes.ts';

const BYTES_MAX = 2 * 1024 * 1024;
const VIDEO = 9;

function setup(bytesMaxOf: (typeId: number) => number | undefined = () => BYTES_MAX) {
  const messages: RtmpMessage[] = [];
  const reader = makeChunkReader({
    bytesMaxOf,
    onMessage(message) {
      messages.push(message);
      return 'next';
    },
  });
  const push = (...parts: readonly Buffer[]): boolean => reader.push(Buffer.concat(parts));
  return { messages, push };
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const filled = (bytes: number, value = 7): Buffer => Buffer.alloc(bytes, value);

test('a chunk of each format is read byte by byte as the specification has it (LIVE-VIDEO-029)', () => {
  const { messages, push } = setup();
  // Format 0 carries everything, 1 no stream, 2 only the time since the last, 3 nothing.
  push(hex('06 0003e8 000002 09 01000000 aabb'));
  push(hex('46 000028 000003 08 010203'));
  push(hex('86 000014 040506'));
  push(hex('c6 070809'));
  expect(messages).toEqual([
    { typeId: 9, streamId: 1, timestampMs: 1_000, payload: hex('aabb') },
    { typeId: 8, streamId: 1, timestampMs: 1_040, payload: hex('010203') },
    { typeId: 8, streamId: 1, timestampMs: 1_060, payload: hex('040506') },
    { typeId: 8, streamId: 1, timestampMs: 1_080, payload: hex('070809') },
  ]);
});

test('chunk stream ids from 2 to 65,599 are told apart, in headers of one, two and three bytes', () => {
  expect(basicHeader(0, 63)).toEqual(hex('3f'));
  expect(basicHeader(0, 64)).toEqual(hex('00 00'));
  expect(basicHeader(0, 319)).toEqual(hex('00 ff'));
  expect(basicHeader(0, 320)).toEqual(hex('01 00 01'));
  expect(basicHeader(0, 65_599)).toEqual(hex('01 ff ff'));
  const ids = [2, 3, 63, 64, 65, 127, 319, 320, 575, 40_000, 65_599];
  const { messages, push } = setup();
  ids.forEach((chunkStreamId, i) => {
    push(messageBytes({ chunkStreamId, typeId: VIDEO, timestampMs: i, payload: filled(300, i) }));
  });
  // Each still knows its own header: the next chunk has nothing but the id.
  ids.forEach((id, i) => {
    push(
      basicHeader(3, id),
      filled(128, i),
      basicHeader(3, id),
      filled(128, i),
      basicHeader(3, id),
      filled(44, i),
    );
  });
  expect(messages.map((message) => message.payload)).toEqual(
    [...ids, ...ids].map((_, i) => filled(300, i % ids.length)),
  );
  expect(messages.slice(ids.length).map((message) => message.timestampMs)).toEqual(ids.map((_, i) => i * 2));
});

test('the two-byte and the three-byte form of an id name the same chunk stream', () => {
  const { messages, push } = setup();
  push(hex('00 24 000000 000001 09 01000000 aa'), hex('c1 24 00 bb'));
  expect(messages.map((message) => message.payload.toString('hex'))).toEqual(['aa', 'bb']);
});

test('extended timestamps are read in every chunk of a message, as a time and as a difference', () => {
  const { messages, push } = setup();
  push(hex('06 ffffff 000082 09 01000000 01000000'), filled(128), hex('c6 01000000'), filled(2));
  push(hex('86 ffffff 01000001'), filled(128), hex('c6 01000001'), filled(2));
  push(hex('c6 01000001'), filled(128), hex('c6 01000001'), filled(2));
  expect(messages.map((message) => message.timestampMs)).toEqual([0x1000000, 0x2000001, 0x3000002]);
  expect(messages.every((message) => message.payload.equals(filled(130)))).toBe(true);
});

test('encoders that leave the extended timestamp out of continued chunks are understood as well', () => {
  const { messages, push } = setup();
  push(hex('06 ffffff 000084 09 01000000 01000000'), filled(128), hex('c6'), filled(4));
  expect(messages).toMatchObject([{ timestampMs: 0x1000000, payload: filled(132) }]);
});

test('times of 32 bits wrap', () => {
  const { messages, push } = setup();
  push(hex('06 ffffff 000001 09 01000000 fffffff0 aa'), hex('86 000020 bb'));
  expect(messages.map((message) => message.timestampMs)).toEqual([0xfffffff0, 0x10]);
});

test('messages of several chunk streams that are mixed chunk by chunk come out whole', () => {
  const { messages, push } = setup();
  const streams = [4, 70, 400].map((chunkStreamId, i) =>
    chunksOf({
      chunkStreamId,
      typeId: VIDEO,
      timestampMs: 0xff_ffff + i,
      payload: filled(500, chunkStreamId % 256),
    }),
  );
  for (let i = 0; i < 4; i++) for (const chunks of streams) push(chunks[i]!);
  expect(messages.map((message) => message.payload)).toEqual([
    filled(500, 4),
    filled(500, 70),
    filled(500, 144),
  ]);
});

test('a new chunk size counts from the next chunk on, also in the middle of a message of another stream', () => {
  const { messages, push } = setup();
  const payload = filled(1_000);
  const [first] = chunksOf({ chunkStreamId: 6, typeId: VIDEO, payload });
  push(first!, setChunkSize(500), basicHeader(3, 6), payload.subarray(128, 628));
  push(setChunkSize(128), basicHeader(3, 6), payload.subarray(628, 756), basicHeader(3, 6));
  push(payload.subarray(756, 884), basicHeader(3, 6), payload.subarray(884));
  expect(messages).toMatchObject([{ payload }]);
});

test('an aborted message is thrown away and its chunk stream goes on', () => {
  const { messages, push } = setup();
  const [first] = chunksOf({ chunkStreamId: 6, typeId: VIDEO, payload: filled(1_000) });
  push(first!, messageBytes({ chunkStreamId: 2, typeId: 2, payload: u32(6) }));
  push(messageBytes({ chunkStreamId: 6, typeId: VIDEO, payload: hex('aa') }));
  expect(messages).toMatchObject([{ payload: hex('aa') }]);
});

test('bytes that are cut anywhere give the same messages', () => {
  const bytes = Buffer.concat([
    setChunkSize(200),
    ...[3, 64, 320].flatMap((chunkStreamId) =>
      chunksOf({
        chunkStreamId,
        typeId: VIDEO,
        timestampMs: 0x1234_5678,
        payload: filled(450),
        chunkBytes: 200,
      }),
    ),
  ]);
  const whole = setup();
  whole.push(bytes);
  expect(whole.messages).toHaveLength(3);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { messages, push } = setup();
    push(bytes.subarray(0, cut));
    push(bytes.subarray(cut));
    expect(messages, `cut at ${cut}`).toEqual(whole.messages);
  }
  const single = setup();
  for (const byte of bytes) single.push(Buffer.from([byte]));
  expect(single.messages).toEqual(whole.messages);
});

test('a message that is answered by hold keeps what follows until the next call', () => {
  const kinds: number[] = [];
  const reader = makeChunkReader({
    bytesMaxOf: () => 100,
    onMessage({ typeId }) {
      kinds.push(typeId);
      return 'hold';
    },
  });
  reader.push(Buffer.concat([20, 9, 8].map((typeId) => messageBytes({ typeId, payload: hex('aa') }))));
  expect(kinds).toEqual([20]);
  reader.push(Buffer.alloc(0));
  expect(kinds).toEqual([20, 9]);
  reader.push(Buffer.alloc(0));
  expect(kinds).toEqual([20, 9, 8]);
});

test('a message that is too long or of a refused type is malformed as soon as its header says so', () => {
  const allowed = (typeId: number) => (typeId === VIDEO ? 1_000 : undefined);
  const header = (typeId: number, bytes: number): Buffer =>
    messageBytes({ typeId, payload: filled(bytes) }).subarray(0, 12);
  expect(setup(allowed).push(header(VIDEO, 1_000))).toBe(true);
  expect(setup(allowed).push(header(VIDEO, 1_001))).toBe(false);
  expect(setup(allowed).push(header(8, 1))).toBe(false);
  const { messages, push } = setup(allowed);
  expect(push(header(8, 1))).toBe(false);
  expect(push(messageBytes({ typeId: VIDEO, payload: filled(1) }))).toBe(false);
  expect(messages).toEqual([]);
});

test('the number of chunk streams and the bytes of unfinished messages are bounded', () => {
  const { push } = setup();
  const message = (chunkStreamId: number) =>
    messageBytes({ chunkStreamId, typeId: VIDEO, payload: hex('aa') });
  for (let id = 3; id < 19; id++) expect(push(message(id))).toBe(true);
  expect(push(message(3))).toBe(true);
  expect(push(message(19))).toBe(false);

  const hoarder = setup();
  const half = BYTES_MAX / 2;
  hoarder.push(setChunkSize(half));
  const firstHalf = (chunkStreamId: number): Buffer =>
    chunksOf({ chunkStreamId, typeId: VIDEO, payload: filled(BYTES_MAX), chunkBytes: half })[0]!;
  for (let id = 10; id < 14; id++) expect(hoarder.push(firstHalf(id))).toBe(true);
  expect(hoarder.push(firstHalf(14))).toBe(false);
});

test('headers that refer to nothing, or come in the middle of a message, are malformed', () => {
  expect(setup().push(hex('86 000000'))).toBe(false);
  expect(setup().push(hex('c6'))).toBe(false);
  expect(setup().push(hex('46 000000 000001 09 aa'))).toBe(true);
  const [first] = chunksOf({ chunkStreamId: 6, typeId: VIDEO, payload: filled(1_000) });
  for (const header of ['06', '46', '86']) expect(setup().push(first!, hex(header))).toBe(false);
});

test('chunk sizes below 128 and above 16,777,215, and orders that are cut short, are malformed', () => {
  for (const size of [0, 1, 127, 0x100_0000, 0x8000_0000, 0xffff_ffff])
    expect(setup().push(setChunkSize(size))).toBe(false);
  for (const size of [128, 4_096, 60_000, 0xff_ffff]) expect(setup().push(setChunkSize(size))).toBe(true);
  for (const typeId of [1, 2])
    expect(setup().push(messageBytes({ typeId, payload: hex('0001') }))).toBe(false);
});

test('what the server writes is read again, in chunks of the usual size', () => {
  const { messages, push } = setup();
  const random = seededRandom(3);
  for (const bytes of [0, 1, 127, 128, 129, 256, 1_000]) {
    const payload = Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
    const written = encodeMessage(5, { typeId: 20, streamId: 1, payload });
    expect(written.length).toBe(12 + bytes + Math.max(0, Math.ceil(bytes / 128) - 1));
    push(written);
    expect(messages.at(-1)).toEqual({ typeId: 20, streamId: 1, timestampMs: 0, payload });
  }
  expect(encodeMessage(2, { typeId: 5, streamId: 0, payload: u32(7) })).toEqual(
    hex('02 000000 000004 05 00000000 00000007'),
  );
});
