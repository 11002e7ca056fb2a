import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { mediaPlaylist, type PlaylistState } from './media-playlist.ts';
import { makePartRing } from './part-ring.ts';
import { makeTestSource, SPS_1080 } from './testing/test-source.ts';

const DATE_MS = Date.UTC(2026, 0, 1);

function setup(segmentsMax = 10) {
  const ring = makePartRing({
    partMs: 240,
    targetSeconds: 2,
    segmentsMax,
    bytesMax: 10_000_000,
    firstMsn: () => 100,
    dateOf: (startMs) => DATE_MS + startMs,
    onChange() {},
  });
  const source = makeTestSource({ sink: ring, chunkMs: 200, fps: 30 });
  const state = (reports: PlaylistState['reports'] = []): PlaylistState => ({
    segments: ring.segments,
    nextName: ring.nextName,
    targetSeconds: 2,
    isEnded: ring.isEnded,
    reports,
  });
  return { ring, source, state };
}

const HEAD = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.648,CAN-SKIP-UNTIL=12.0
#EXT-X-PART-INF:PART-TARGET=0.216
`;

test('a stream that has begun: parts, the next one hinted, and the other rendition', () => {
  const { source, state } = setup();
  source.play(2_480);
  expect(mediaPlaylist(state([{ rendition: '360p', msn: 101, part: 1 }]), false))
    .toBe(`${HEAD}#EXT-X-MEDIA-SEQUENCE:100
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init-100.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXT-X-PART:DURATION=0.20000,URI="part-100.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.20000,URI="part-100.1.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.2.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.3.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.4.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.5.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.6.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.7.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.8.m4s"
#EXT-X-PART:DURATION=0.20000,URI="part-100.9.m4s"
#EXTINF:2.00000,
seg-100.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.000Z
#EXT-X-PART:DURATION=0.20000,URI="part-100.10.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.20000,URI="part-101.1.m4s"
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-101.2.m4s"
#EXT-X-RENDITION-REPORT:URI="../360p/media.m3u8",LAST-MSN=101,LAST-PART=1
`);
});

test('a new header stands behind a discontinuity, parts are listed near the end only, the end is marked', () => {
  const { ring, source, state } = setup(5);
  source.play(10_000);
  source.play(2_400, SPS_1080);
  ring.end();
  const text = mediaPlaylist(state(), false);
  expect(text.replaceAll(/#EXT-X-PART:.*\n/g, '')).toBe(`${HEAD}#EXT-X-MEDIA-SEQUENCE:102
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init-100.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:04.000Z
#EXTINF:2.00000,
seg-102.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06.000Z
#EXTINF:2.00000,
seg-103.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:08.000Z
#EXTINF:2.00000,
seg-104.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init-105.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10.000Z
#EXTINF:2.00000,
seg-105.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:12.000Z
#EXTINF:0.40000,
seg-106.m4s
#EXT-X-ENDLIST
`);
  expect(text).not.toContain('part-102.9.m4s');
  expect(text).toContain('part-104.1.m4s');
});

test('a discontinuity that has left the playlist is counted', () => {
  const { source, state } = setup(3);
  source.play(4_000);
  source.play(12_000, SPS_1080);
  const text = mediaPlaylist(state(), false);
  expect(text).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n');
  expect(text).not.toContain('#EXT-X-DISCONTINUITY\n');
});

interface ReadSegment {
  readonly msn: number;
  readonly lines: readonly string[];
  readonly map: string;
}

/** Reads a playlist as a player does; what is skipped is taken from the one before. */
function readPlaylist(text: string, before: readonly ReadSegment[] = []) {
  const lines = text.trimEnd().split('\n');
  const value = (tag: string) => lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1);
  const first = Number(value('#EXT-X-MEDIA-SEQUENCE'));
  const skipped = Number(value('#EXT-X-SKIP')?.split('=')[1] ?? 0);
  const segments: ReadSegment[] = [];
  for (let msn = first; msn < first + skipped; msn++) segments.push(before.find((old) => old.msn === msn)!);
  let map = segments.at(-1)?.map ?? '';
  let own: string[] = [];
  for (const line of lines) {
    if (line.startsWith('#EXT-X-MAP')) map = line;
    else if (/^#EXT(INF|-X-(PART|PROGRAM-DATE-TIME)):|^#EXT-X-DISCONTINUITY$/.test(line)) own.push(line);
    else if (!line.startsWith('#')) {
      segments.push({ msn: first + segments.length, lines: [...own, line], map });
      own = [];
    }
  }
  return { segments, growing: own, skipped };
}

/** Parts of old segments leave the playlist, which an update does not say. */
const withoutParts = (segments: readonly ReadSegment[]) =>
  segments.map(({ msn, lines, map }) => ({
    msn,
    map,
    lines: lines.filter((line) => !line.startsWith('#EXT-X-PART:')),
  }));

test('an update applied to what a player knows is the full playlist, and is shorter', () => {
  const random = seededRandom(3);
  const { source, state } = setup();
  source.play(3_000);
  let known = readPlaylist(mediaPlaylist(state(), false)).segments;
  let skippedMax = 0;
  for (let i = 0; i < 300; i++) {
    source.play(200 + random() * 600, Math.floor(i / 40) % 2 === 0 ? undefined : SPS_1080);
    const full = readPlaylist(mediaPlaylist(state(), false));
    const update = readPlaylist(mediaPlaylist(state(), true), known);
    expect(withoutParts(update.segments)).toEqual(withoutParts(full.segments));
    expect(update.growing).toEqual(full.growing);
    skippedMax = Math.max(skippedMax, update.skipped);
    known = update.segments;
  }
  expect(skippedMax).toBeGreaterThanOrEqual(2);
});

test('an update of a short playlist is the full playlist', () => {
  const { source, state } = setup();
  source.play(9_000);
  expect(mediaPlaylist(state(), true)).toBe(mediaPlaylist(state(), false));
});

test('no part is longer than the part target, and players stay at least three of them behind', () => {
  const random = seededRandom(8);
  const { source, state } = setup();
  source.play(1_000);
  for (let i = 0; i < 100; i++) {
    source.play(300 + random() * 500);
    const text = mediaPlaylist(state(), false);
    const target = Number(/PART-TARGET=([\d.]+)/.exec(text)?.[1]);
    const durations = [...text.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map((match) => Number(match[1]));
    expect(Math.max(...durations)).toBeLessThanOrEqual(target);
    expect(Number(/PART-HOLD-BACK=([\d.]+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(3 * target);
  }
});
