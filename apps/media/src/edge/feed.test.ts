import { expect, test } from 'vitest';
import type { StreamInit } from '../packaging/units.ts';
import { type FrameReader, makeFeed } from './feed.ts';

const init = (codecs = 'avc1.42C016', width = 640): StreamInit => ({
  codecs,
  format: { width, height: 360, codec: codecs },
  hasAudio: false,
  data: Buffer.from('init'),
});

/** Text of a small frame behind its header. */
const textOf = (frame: Buffer): string => frame.subarray(2).toString();

function makeReader() {
  const got: string[] = [];
  const reader = {
    queuedBytes: 0,
    write: (frames: readonly Buffer[]) => {
      got.push(...frames.map(textOf));
    },
    close: (code: number) => {
      got.push(`closed ${code}`);
    },
  } satisfies FrameReader;
  return { reader, got };
}

function setup() {
  const stream = makeFeed({ rendition: 'source', queueBytesMin: 1_000, slowMs: 10_000 });
  const append = (text: string, isKey = false, nowMs = 0) =>
    stream.append({ data: Buffer.from(text), isKey, startMs: 0, durationMs: 100 }, nowMs);
  return { stream, append };
}

test('a viewer who comes late gets description, init and the group of pictures from its keyframe (LIVE-VIDEO-033)', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  for (const [text, isKey] of [
    ['k1', true],
    ['p1', false],
    ['k2', true],
    ['p2', false],
  ] as const)
    append(text, isKey);
  const { reader, got } = makeReader();
  stream.attach(reader);
  append('p3');
  expect(JSON.parse(got[0]!)).toEqual({
    codecs: 'avc1.42C016',
    width: 640,
    height: 360,
    rendition: 'source',
  });
  expect(got.slice(1)).toEqual(['init', 'k2', 'p2', 'p3']);
});

test('a viewer who comes before the first picture waits for it', () => {
  const { stream, append } = setup();
  const { reader, got } = makeReader();
  stream.attach(reader);
  stream.setInit(init());
  append('k1', true);
  append('p1');
  expect(got.slice(1)).toEqual(['init', 'k1', 'p1']);
});

test('a new format is announced to all before its keyframe', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  const { reader, got } = makeReader();
  stream.attach(reader);
  append('k1', true);
  stream.setInit(init('avc1.640028', 1_280));
  append('k2', true);
  expect(got.slice(1, 3)).toEqual(['init', 'k1']);
  expect(JSON.parse(got[3]!)).toMatchObject({ width: 1_280 });
  expect(got.slice(4)).toEqual(['init', 'k2']);
});

test('a slow viewer skips to the next keyframe once drained, and nobody else misses anything', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  const slow = makeReader();
  const other = makeReader();
  stream.attach(slow.reader);
  stream.attach(other.reader);
  append('k1', true);
  slow.reader.queuedBytes = 5_000;
  append('p1');
  append('k2', true);
  append('p2');
  slow.reader.queuedBytes = 0;
  append('p3');
  append('k3', true);
  append('p4');
  expect(slow.got.slice(1)).toEqual(['init', 'k1', 'k3', 'p4']);
  expect(other.got.slice(1)).toEqual(['init', 'k1', 'p1', 'k2', 'p2', 'p3', 'k3', 'p4']);
  expect(stream.fragmentsDropped).toBe(5);
});

test('a viewer who skipped over a change of format gets the new one', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  const { reader, got } = makeReader();
  stream.attach(reader);
  append('k1', true);
  reader.queuedBytes = 5_000;
  append('p1');
  stream.setInit(init('avc1.640028', 1_280));
  reader.queuedBytes = 0;
  append('k2', true);
  expect(JSON.parse(got[3]!)).toMatchObject({ codecs: 'avc1.640028' });
  expect(got.slice(4)).toEqual(['init', 'k2']);
});

test('a viewer who cannot catch up is closed as slow', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  const { reader, got } = makeReader();
  stream.attach(reader);
  append('k1', true, 0);
  reader.queuedBytes = 5_000;
  append('p1', false, 100);
  append('k2', true, 10_000);
  expect(got.at(-1)).not.toBe('closed 4429');
  append('p2', false, 10_100);
  expect(got.at(-1)).toBe('closed 4429');
  expect(stream.readerCount).toBe(0);
});

test('a large group of pictures does not make its newest viewer slow', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  append('k'.repeat(4_000), true);
  const { reader, got } = makeReader();
  stream.attach(reader);
  reader.queuedBytes = 4_100;
  append('p1');
  expect(got.at(-1)).toBe('p1');
});

test('one who left gets nothing more, and a released feed has no readers', () => {
  const { stream, append } = setup();
  stream.setInit(init());
  const left = makeReader();
  const stays = makeReader();
  stream.attach(left.reader)();
  stream.attach(stays.reader);
  append('k1', true);
  expect(stream.release()).toEqual([stays.reader]);
  append('p1');
  expect(left.got).toEqual([]);
  expect(stays.got.slice(1)).toEqual(['init', 'k1']);
});

test('who reads nothing is sent no group of pictures by changing the rendition, and is closed as slow', () => {
  const [one, other] = [setup(), setup()];
  for (const { stream, append } of [one, other]) {
    stream.setInit(init());
    append('k1', true);
  }
  const { reader, got } = makeReader();
  reader.queuedBytes = 5_000;
  for (let i = 0; i < 100; i++) {
    const leave = (i % 2 === 0 ? one : other).stream.attach(reader);
    if (i < 99) leave();
  }
  expect(got).toEqual([]);
  // Once it has read, it goes on with the next keyframe.
  other.append('p1', false, 1_000);
  reader.queuedBytes = 0;
  other.append('k2', true, 2_000);
  expect(got.slice(1)).toEqual(['init', 'k2']);
  // By a keyframe that is waited for it is the same.
  const late = makeReader();
  late.reader.queuedBytes = 5_000;
  one.stream.attachAtKey(late.reader, () => {});
  one.append('k2', true, 3_000);
  expect(late.got).toEqual([]);
  one.append('p2', false, 14_000);
  expect(late.got).toEqual(['closed 4429']);
});
