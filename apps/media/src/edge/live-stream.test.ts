import { expect, test } from 'vitest';
import type { StreamInit } from '../packaging/units.ts';
import type { FrameReader } from './feed.ts';
import { makeLiveStream } from './live-stream.ts';
import { AUDIO, SOURCE } from './rendition-order.ts';

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
  const lags = new Map<string, number>();
  const lagMs = (id: string): number => lags.get(id) ?? 0;
  const stream = makeLiveStream({
    name: 'a',
    queueBytesMin: 1_000_000,
    slowMs: 10_000,
    now: () => nowMs,
    onKeyWanted: (id) => keysWanted.push(id),
  });
  const begin = (id: string, height: number) => stream.rendition(id).setInit(init(height));
  const append = (id: string, text: string, isKey = false) =>
    stream
      .rendition(id)
      .append({ data: Buffer.from(text), isKey, startMs: nowMs - lagMs(id), durationMs: 100 }, nowMs);
  const all = (round: number, isKey = false) => {
    for (const id of stream.renditions) append(id, `${id} ${isKey ? 'k' : 'p'}${round}`, isKey);
  };
  return {
    stream,
    begin,
    append,
    all,
    lags,
    keysWanted,
    tick: (ms: number) => (nowMs += ms),
    at: () => nowMs,
  };
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

test('where the line keeps up, another rendition comes with its next keyframe, which is asked for, and the one before goes on until then', () => {
  const { stream, begin, all, at, keysWanted } = setup();
  begin(SOURCE, 720);
  begin('240p', 240);
  begin(AUDIO, 0);
  all(1, true);
  const { reader, got } = makeReader();
  const viewing = stream.attach(reader, AUTO);
  viewing.acknowledge(2, at());
  viewing.choose({ allowed: undefined, wanted: '240p' });
  expect(keysWanted).toEqual(['240p']);
  all(2);
  // Somebody who changes their mind, or goes back to what is chosen for them, stays.
  viewing.choose({ allowed: undefined, wanted: SOURCE });
  viewing.choose({ allowed: undefined, wanted: '240p' });
  viewing.choose(AUTO);
  all(3, true);
  expect(got).toEqual(['init 720', 'source k1', 'source p2', 'source k3']);
  viewing.choose({ allowed: undefined, wanted: '240p' });
  all(4);
  expect(viewing.rendition).toBe(SOURCE);
  all(5, true);
  all(6);
  expect(got.slice(4)).toEqual(['source p4', 'source k5', 'init 240', '240p k5', '240p p6']);
  expect(viewing.rendition).toBe('240p');
  // Sound alone has no picture that could stand.
  viewing.choose({ allowed: undefined, wanted: AUDIO });
  expect(viewing.rendition).toBe(AUDIO);
  // What may not be watched any more ends at once.
  viewing.choose({ allowed: ['240p'], wanted: 'auto' });
  expect(viewing.rendition).toBe('240p');
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

test('nobody begins with a rendition that lags, whatever the line, unless there is nothing else', () => {
  const { stream, begin, all, tick, lags } = setup();
  for (const [id, height] of [
    [SOURCE, 720],
    ['360p', 360],
    ['240p', 240],
  ] as const)
    begin(id, height);
  lags.set('240p', 3_000);
  tick(5_000);
  all(0, true);
  tick(100);
  all(1);
  const slow = makeReader();
  expect(stream.attach(slow.reader, { ...AUTO, kbps: 1 }).rendition).toBe('360p');
  const bound = makeReader();
  expect(stream.attach(bound.reader, { allowed: ['240p'], wanted: 'auto' }).rendition).toBe('240p');
});

test('nobody is stepped down to a rendition that lags until it has caught up: nothing is seen twice', () => {
  const { stream, begin, all, tick, at, lags } = setup();
  begin(SOURCE, 720);
  begin('360p', 360);
  begin('240p', 240);
  tick(5_000);
  lags.set('360p', 3_000).set('240p', 3_000);
  all(1, true);
  const { reader, got } = makeReader();
  const viewing = stream.attach(reader, AUTO);
  viewing.acknowledge(got.length, at());
  all(2);
  const adaptLate = (round: number) => {
    tick(3_000);
    all(round);
    stream.adapt(at());
    return viewing.rendition;
  };
  expect(adaptLate(3)).toBe(SOURCE);
  lags.set('240p', 700);
  expect(adaptLate(4)).toBe(SOURCE);
  lags.set('240p', 200);
  expect(adaptLate(5)).toBe('240p');
  expect(got.filter((text) => text.startsWith('360p'))).toEqual([]);
});

test('a viewer whose browser tells of a narrow line begins with what it carries, as soon as that is there', () => {
  const { stream, begin, all, append, tick, at } = setup();
  begin(SOURCE, 720);
  // 2,000 kbit/s.
  append(SOURCE, 'x'.repeat(25_000), true);
  const narrow = makeReader();
  const wide = makeReader();
  const viewing = stream.attach(narrow.reader, { ...AUTO, kbps: 1_500 });
  const other = stream.attach(wide.reader, { ...AUTO, kbps: 10_000 });
  expect(viewing.rendition).toBe(SOURCE);
  tick(1_000);
  begin('240p', 240);
  all(1, true);
  expect([viewing.rendition, other.rendition]).toEqual(['240p', SOURCE]);
  expect(narrow.got.at(-1)).toBe('240p k1');
  const later = makeReader();
  expect(stream.attach(later.reader, { ...AUTO, kbps: 300 }).rendition).toBe('240p');
  // After a while the server knows better than the browser.
  tick(20_000);
  begin('360p', 360);
  expect([viewing.rendition, other.rendition]).toEqual(['240p', SOURCE]);
  expect(at()).toBe(21_000);
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
