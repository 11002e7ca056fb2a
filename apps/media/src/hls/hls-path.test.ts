import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { parseHlsPath, parsePlaylistQuery, parseResource } from './hls-path.ts';

test('both forms of the path name the stream, and one the token', () => {
  expect(parseHlsPath('/live/hls/abc_-1/index.m3u8')).toEqual({
    streamName: 'abc_-1',
    path: 'index.m3u8',
    token: undefined,
  });
  expect(parseHlsPath('/live/hls/t/st_x.y/abc/source/part-1.2.m4s')).toEqual({
    streamName: 'abc',
    path: 'source/part-1.2.m4s',
    token: 'st_x.y',
  });
});

test('everything that a stream has can be named, and nothing else', () => {
  expect(parseResource('index.m3u8')).toEqual({ kind: 'master' });
  expect(parseResource('a/media.m3u8')).toEqual({ kind: 'media', rendition: 'a' });
  expect(parseResource('a/init-7.mp4')).toEqual({ kind: 'init', rendition: 'a', msn: 7 });
  expect(parseResource('a/seg-12.m4s')).toEqual({ kind: 'segment', rendition: 'a', msn: 12 });
  expect(parseResource('a/part-12.3.m4s')).toEqual({ kind: 'part', rendition: 'a', msn: 12, part: 3 });
  const others = ['', '/', 'media.m3u8', 'a/index.m3u8', 'a/seg-1.2.m4s', 'a/part-1.m4s', 'a/../index.m3u8'];
  for (const path of [
    ...others,
    'a/seg--1.m4s',
    'a/seg-1e3.m4s',
    'a//media.m3u8',
    `${'a'.repeat(33)}/media.m3u8`,
  ])
    expect(parseResource(path), path).toBeUndefined();
});

test('malformed questions for what is to come are told from well-formed ones', () => {
  const read = (query: string) => parsePlaylistQuery(new URLSearchParams(query));
  expect(read('')).toEqual({ until: undefined, canSkip: false });
  expect(read('_HLS_msn=5')).toEqual({ until: { msn: 5, part: undefined }, canSkip: false });
  expect(read('_HLS_msn=5&_HLS_part=0&_HLS_skip=YES')).toEqual({ until: { msn: 5, part: 0 }, canSkip: true });
  for (const query of ['_HLS_part=1', '_HLS_msn=', '_HLS_msn=-1', '_HLS_msn=1.5', '_HLS_msn=5&_HLS_part=x'])
    expect(read(query), query).toBeUndefined();
});

test('20,000 random paths are read or refused, and never throw', () => {
  const random = seededRandom(77);
  const pieces = [
    '/live/hls/',
    't/',
    '..',
    '/',
    '%2e',
    'part-',
    '.m4s',
    'index.m3u8',
    '\0',
    '9'.repeat(40),
    'a',
    'é',
  ];
  for (let i = 0; i < 20_000; i++) {
    let path = random() < 0.5 ? '/live/hls/' : '';
    for (let k = random() * 8; k > 0; k--) path += pieces[Math.floor(random() * pieces.length)];
    const address = parseHlsPath(path);
    expect(address?.streamName ?? 'a').toMatch(/^[\w-]+$/);
    parseResource(address?.path ?? path);
  }
});
