import { assertPlaylist, watchPlaylists } from '@klieg/testing/hls';
import { describe, expect, test } from 'vitest';
import type { ChunkLog, Piece, PieceInit } from './chunk-log.ts';
import { answerPast } from './answer-past.ts';
import { pastMaster, pastPlaylist } from './past-playlist.ts';
import { makeStills } from './stills.ts';

const init = (msn: number, width = 640): PieceInit => ({
  msn,
  data: Buffer.from(`header ${msn}`),
  codecs: 'avc1.42c01f,opus',
  format: { width, height: (width * 9) / 16 } as never,
});
const FIRST = init(100);
const DATE_MS = Date.UTC(2026, 10, 28, 12);

/** Two seconds each, one after the other. */
const piece = (msn: number, more: Partial<Piece> = {}): Piece => ({
  msn,
  startMs: (msn - 100) * 2_000,
  durationMs: 2_000,
  dateMs: DATE_MS + (msn - 100) * 2_000,
  isKey: true,
  isDiscontinuity: false,
  discontinuities: 0,
  init: FIRST,
  place: { file: 0, from: (msn - 100) * 1_000, bytes: 1_000 },
  ...more,
});
const pieces = (from: number, count: number): Piece[] =>
  Array.from({ length: count }, (_, i) => piece(from + i));

describe('the playlist of a rendition', () => {
  test('names header and pieces, with a date where it does not follow from the one before', () => {
    expect(pastPlaylist([piece(100), piece(101), piece(102, { dateMs: DATE_MS + 9_000 })])).toBe(
      `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:100
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="past-init-100.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-28T12:00:00.000Z
#EXTINF:2.00000,
past-100.m4s
#EXTINF:2.00000,
past-101.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-28T12:00:09.000Z
#EXTINF:2.00000,
past-102.m4s
`,
    );
  });

  test('says where the format changes, and goes on counting what has left the window', () => {
    const next = init(102, 1_280);
    const changed = piece(102, { isDiscontinuity: true, discontinuities: 1, init: next });
    const after = piece(103, { discontinuities: 1, init: next });
    const list = pastPlaylist([piece(101), changed, after]);
    expect(list).toContain(
      'past-101.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="past-init-102.mp4"\n#EXTINF:2.00000,\npast-102.m4s\n',
    );
    expect(list.match(/#EXT-X-MAP/g)).toHaveLength(2);
    // While the change is listed its number is not yet in the sum, and after it, it is.
    const numbers = [[changed, after], [after]].map(
      (listed) => /DISCONTINUITY-SEQUENCE:(\d+)/.exec(pastPlaylist(listed))![1],
    );
    expect(numbers).toEqual(['0', '1']);
    expect(pastPlaylist([after])).toContain('#EXT-X-MEDIA-SEQUENCE:103\n');
  });

  test('does not call pieces independent where one is not', () => {
    expect(pastPlaylist([piece(100), piece(101, { isKey: false })])).not.toContain('INDEPENDENT');
  });
});

test('the list of renditions has the widest first, with what each needs', () => {
  const small = pieces(100, 2).map((one) => ({
    ...one,
    init: init(100, 320),
    place: { ...one.place, bytes: 250 },
  }));
  const list = pastMaster([
    { rendition: '180p', pieces: small },
    { rendition: 'source', pieces: [piece(100), piece(101, { place: { file: 0, from: 0, bytes: 2_000 } })] },
  ]);
  assertPlaylist(list);
  expect(list).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=8000,AVERAGE-BANDWIDTH=6000,CODECS="avc1.42c01f,opus",RESOLUTION=640x360,CLOSED-CAPTIONS=NONE
source/past.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=1000,CODECS="avc1.42c01f,opus",RESOLUTION=320x180,CLOSED-CAPTIONS=NONE
180p/past.m3u8
`);
});

describe('what is answered', () => {
  const logOf = (listed: readonly Piece[]): ChunkLog =>
    ({
      pieces: listed,
      version: listed.length,
      read: async ({ msn }: Piece) => Buffer.from(`piece ${msn}`),
    }) as never;
  const ask = (path: string, logs: Record<string, ChunkLog>, windowMs = 600_000, allowed?: string[]) =>
    answerPast(
      { path, allowed, acceptsGzip: false },
      { logs: new Map(Object.entries(logs)), stills: makeStills(), windowMs, nowMs: DATE_MS + 60_000 },
    );
  const textOf = async (answer: ReturnType<typeof ask>) => (await answer).body?.toString() ?? '';

  test('goes as far back as viewers may, whatever is kept', async () => {
    const source = logOf(pieces(100, 30));
    expect(await textOf(ask('source/past.m3u8', { source }, 20_000))).toContain(
      '#EXT-X-MEDIA-SEQUENCE:120\n',
    );
    expect(await textOf(ask('past.json', { source }, 20_000))).toBe(
      JSON.stringify({ from: DATE_MS + 40_000, until: DATE_MS + 60_000, now: DATE_MS + 60_000 }),
    );
    // Whoever has just read of a piece still gets it.
    expect(await textOf(ask('source/past-119.m4s', { source }, 20_000))).toBe('piece 119');
    expect((await ask('source/past-99.m4s', { source }, 20_000)).status).toBe(404);
    for (const path of ['past.m3u8', 'past.json', 'source/past.m3u8', 'source/past-110.m4s'])
      expect((await ask(path, { source }, 0)).status).toBe(404);
  });

  test('names a smaller rendition only where it lacks nothing of the window', async () => {
    const source = logOf(pieces(100, 30));
    const master = async (small: ChunkLog, windowMs: number) =>
      (await textOf(ask('past.m3u8', { source, '480p': small }, windowMs))).includes('480p');
    const late = logOf(pieces(110, 20));
    expect(await master(late, 600_000)).toBe(false);
    expect(await master(late, 40_000)).toBe(true);
    const list = await textOf(ask('480p/past.m3u8', { source, '480p': late }, 40_000));
    expect(list).toContain('#EXT-X-MEDIA-SEQUENCE:110\n');
    const logs = { source: logOf(pieces(100, 30)), '480p': late };
    expect((await ask('480p/past.m3u8', logs)).status).toBe(404);
  });

  test('begins a moment later where a smaller rendition began a moment later', async () => {
    const begins = async (logs: Record<string, ChunkLog>) =>
      textOf(ask('source/past.m3u8', { source: logOf(pieces(100, 30)), ...logs }));
    const logs = {
      source: logOf(pieces(100, 30)),
      '480p': logOf(pieces(103, 26)),
      '240p': logOf(pieces(101, 29)),
    };
    for (const rendition of ['source', '480p', '240p'])
      expect(await textOf(ask(`${rendition}/past.m3u8`, logs))).toContain('#EXT-X-MEDIA-SEQUENCE:103\n');
    expect((await textOf(ask('past.m3u8', logs))).match(/past\.m3u8/g)).toHaveLength(3);
    // Later than that it is waited for no more.
    expect(await begins({ '480p': logOf(pieces(109, 21)) })).toContain('#EXT-X-MEDIA-SEQUENCE:100\n');
    // One that has nothing yet holds up nobody.
    expect(await begins({ '480p': logOf([]) })).toContain('#EXT-X-MEDIA-SEQUENCE:100\n');
    // A list that has just begun is not cut short for it.
    const short = { source: logOf(pieces(100, 7)), '480p': logOf(pieces(103, 4)) };
    expect(await textOf(ask('source/past.m3u8', short))).toContain('#EXT-X-MEDIA-SEQUENCE:100\n');
    expect((await ask('480p/past.m3u8', short)).status).toBe(404);
  });

  test('never comes back to what has left it, whatever smaller rendition ends and however long the window becomes', async () => {
    const source = logOf(pieces(100, 30));
    const watches = watchPlaylists();
    const see = async (logs: Record<string, ChunkLog>, windowMs?: number): Promise<void> =>
      watches.see('past', await textOf(ask('source/past.m3u8', { source, ...logs }, windowMs)));
    await see({});
    await see({ '480p': logOf(pieces(104, 26)) });
    await see({});
    await see({ '480p': logOf([]) });
    await see({}, 40_000);
    await see({}, 600_000);
    expect(watches.newest('past')!.msn).toBe(110);
    expect(watches.changes).toBe(2);
  });

  test('is of no rendition that the token does not allow, and of nothing that is not there', async () => {
    const source = logOf(pieces(100, 3));
    expect((await ask('source/past.m3u8', { source }, 600_000, ['480p'])).status).toBe(403);
    expect((await ask('source/past-100.m4s', { source }, 600_000, ['480p'])).status).toBe(403);
    expect((await ask('past.m3u8', { source }, 600_000, ['480p'])).status).toBe(404);
    for (const path of [
      'nosuch/past.m3u8',
      'source/past-init-7.mp4',
      'past-5.webp',
      'source/past-x.m4s',
      'past.txt',
    ])
      expect((await ask(path, { source })).status).toBe(404);
    expect((await ask('past.json', { source: logOf([]) })).status).toBe(404);
    expect((await ask('past.json', {})).status).toBe(404);
  });

  test('is the same list for all until it changes', async () => {
    const source = logOf(pieces(100, 3));
    const [one, two] = await Promise.all([1, 2].map(() => ask('source/past.m3u8', { source })));
    expect(one!.body).toBe(two!.body);
    expect((await ask('source/past.m3u8', { source }, 4_000)).body).not.toBe(one!.body);
  });
});

test('a small picture is the one that was made last before then, and the oldest goes', () => {
  const stills = makeStills();
  expect(stills.find(5)).toBeUndefined();
  for (const at of [10, 20, 30]) stills.add(Buffer.from(String(at)), at);
  expect([5, 10, 19, 20, 99].map((at) => stills.find(at)?.toString())).toEqual([
    '10',
    '10',
    '10',
    '20',
    '30',
  ]);
  stills.dropBefore(20);
  expect(stills.find(5)?.toString()).toBe('20');
  stills.clear();
  expect(stills.find(99)).toBeUndefined();
});
