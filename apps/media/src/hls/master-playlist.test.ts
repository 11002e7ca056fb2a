import { assertPlaylist } from '@klieg/testing/hls';
import { expect, test } from 'vitest';
import { masterPlaylist } from './master-playlist.ts';
import { makePartRing } from './part-ring.ts';
import { makeTestSource, SPS_1080, type TestSourceOptions } from './testing/test-source.ts';

function variant(rendition: string, options: Partial<TestSourceOptions>, sps?: Buffer) {
  const ring = makePartRing({
    partMs: 240,
    targetSeconds: 2,
    segmentsMax: 8,
    bytesMax: 10_000_000,
    firstMsn: () => 0,
    dateOf: () => 0,
    onChange() {},
  });
  const source = makeTestSource({ sink: ring, chunkMs: 200, ...options });
  return { play: (ms: number) => source.play(ms, sps), rendition, segments: ring.segments };
}

test('codecs, size, measured bit rate and rate of pictures are named, the widest rendition first', () => {
  const small = variant('360p', { fps: 25, pictureBytes: 1_000 });
  const source = variant('source', { fps: 30, pictureBytes: 4_000 }, SPS_1080);
  for (const { play } of [small, source]) play(7_000);
  const text = masterPlaylist([small, source].map((one) => ({ ...one, kbpsNominal: undefined })));
  assertPlaylist(text);
  const shape = text.replaceAll(/BANDWIDTH=\d+/g, 'BANDWIDTH=N');
  expect(shape).toBe(`#EXTM3U
#EXT-X-VERSION:9
#EXT-X-STREAM-INF:BANDWIDTH=N,AVERAGE-BANDWIDTH=N,CODECS="avc1.640028,opus",RESOLUTION=1920x1080,FRAME-RATE=30.000,CLOSED-CAPTIONS=NONE
source/media.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=N,AVERAGE-BANDWIDTH=N,CODECS="avc1.42C016,opus",RESOLUTION=640x360,FRAME-RATE=25.000,CLOSED-CAPTIONS=NONE
360p/media.m3u8
`);
  const peaks = [...text.matchAll(/:BANDWIDTH=(\d+)/g)].map((match) => Number(match[1]));
  expect(peaks[0]! / (30 * 4_000 * 8)).toBeCloseTo(1, 1);
  expect(peaks[1]! / (25 * 1_000 * 8)).toBeCloseTo(1.05, 1);
});

test('until a segment is complete the nominal bit rate stands in', () => {
  const { play, ...one } = variant('source', {});
  play(1_000);
  expect(masterPlaylist([{ ...one, kbpsNominal: 2_500 }])).toContain(':BANDWIDTH=2500000,');
  play(3_000);
  expect(masterPlaylist([{ ...one, kbpsNominal: 2_500 }])).not.toContain(':BANDWIDTH=2500000,');
});
