import { expect, test } from 'vitest';
import type { StreamInit } from '../packaging/units.ts';
import type { FrameReader } from './feed.ts';
import { AUDIO, makeLiveStream, SOURCE } from './live-stream.ts';

const init = (height: number): StreamInit => ({
  codecs: 'avc1.42C016',
  format: { width: 640, height, codec: 'avc1.42C016' },
  hasAudio: false,
  data: Buffer.from(`init ${height}`),
});
const textOf = (frame: Buffer): string => frame.subarray(2).toString();

function makeReader() {
  const got: string[] = [];
  const reader: FrameReader = {
    queuedBytes: 0,
    write: (frames) => {
      for (const frame of frames) if (!textOf(frame).startsWith('{')) got.push(textOf(frame));
    },
    close: (code) => void got.push(`closed ${code}`),
  };
  return { reader, got };
}

function setup() {
  const keysWanted: string[] = [];
  let nowMs = 0;
  const stream = makeLiveStream({
    name: 'a',
    queueBytesMin: 1_000_000,
    slowMs: 10_000,
    now: () => nowMs,
    onKeyWanted: (id) => keysWanted.push(id),
  });
  const begin = (id: string, height: number) => stream.rendition(id).setInit(init(height));
  const append = (id: string, text: string, isKey = false) =>
    stream.rendition(id).append({ data: Buffer.from(text), isKey, startMs: nowMs, durationMs: 100 }, nowMs);
  const all = (round: number, isKey = false) => {
    for (const id of stream.renditions) append(id, `${id} ${isKey ? 'k' : 'p'}${round}`, isKey);
  };
  return { stream, begin, append, all, keysWanted, tick: (ms: number) => (nowMs += ms), at: () => nowMs };
}

const AUTO = { allowed: undefined, wanted: 'auto' } as const;

test('renditions are named best first, sound last', () => {
  const { stream, begin } = setup();
  begin('240p', 240);
  begin(AUDIO, 0);
  begin(SOURCE, 720);
  begin('480p', 480);
  expect(stream.renditions).toEqual([SOURCE, '480p', '240p', AUDIO]);
});

test('a wish is served when it can be, and the best of what is allowed until then', () => {
  const { stream, begin, all } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  all(1, true);
  const small = makeReader();
  const none = makeReader();
  stream.attach(small.reader, { allowed: ['240p'], wanted: 'auto' });
  stream.attach(none.reader, { allowed: ['360p'], wanted: '360p' });
  expect(small.got).toEqual(['init 240', '240p k1']);
  expect(none.got).toEqual([]);
  begin('360p', 360);
  all(2, true);
  expect(none.got).toEqual(['init 360', '360p k2']);
});

test('a viewer who asks for another rendition gets it from its keyframe, and nothing more of the one before', () => {
  const { stream, begin, all } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  all(1, true);
  const { reader, got } = makeReader();
  const viewing = stream.attach(reader, AUTO);
  all(2);
  viewing.choose({ allowed: undefined, wanted: '240p' });
  all(3);
  expect(got).toEqual(['init 720', 'source k1', 'source p2', 'init 240', '240p k1', '240p p2', '240p p3']);
  expect(viewing.rendition).toBe('240p');
});

test('a viewer whose line is too narrow is stepped down at once, and up at the next keyframe', () => {
  const { stream, begin, all, tick, at, keysWanted } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  all(1, true);
  const { reader, got } = makeReader();
  const viewing = stream.attach(reader, AUTO);
  viewing.acknowledge(2, at());
  all(2);
  tick(800);
  stream.adapt(at());
  expect(viewing.rendition).toBe('240p');
  expect(keysWanted).toEqual(['240p']);
  const answerAll = () => viewing.acknowledge(got.length, at());
  for (let i = 0; i < 80; i++) {
    tick(100);
    all(3 + i);
    answerAll();
    stream.adapt(at());
  }
  expect(viewing.rendition).toBe('240p');
  all(100, true);
  expect(viewing.rendition).toBe(SOURCE);
  expect(got.at(-1)).toBe('source k100');
  expect(got.filter((text) => text.endsWith('k100'))).toHaveLength(1);
});

test('a rendition that ends leaves its viewers the next best', () => {
  const { stream, begin, all } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  all(1, true);
  const { reader, got } = makeReader();
  stream.attach(reader, { allowed: undefined, wanted: '240p' });
  stream.removeRendition('240p');
  all(2);
  expect(got).toEqual(['init 240', '240p k1', 'init 720', 'source k1', 'source p2']);
  expect(stream.bytesSent).toBeGreaterThan(0);
});

test('one who left in the middle of a step gets nothing more, and closing ends all', () => {
  const { stream, begin, all } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  all(1, true);
  const left = makeReader();
  const stays = makeReader();
  stream.attach(left.reader, AUTO).detach();
  stream.attach(stays.reader, AUTO);
  expect(stream.viewerCount).toBe(1);
  stream.closeAll(4404);
  all(2, true);
  expect(left.got).toEqual(['init 720', 'source k1']);
  expect(stays.got.at(-1)).toBe('closed 4404');
  expect(stream.viewerCount).toBe(0);
});
