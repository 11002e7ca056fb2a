import { describe, expect, test } from 'vitest';
import {
  assertPlaylist,
  CHANGE_RULES,
  checkPlaylist,
  FORM_RULES,
  MASTER_RULES,
  MEDIA_RULES,
  playlistText,
  type Rule,
  watchPlaylist,
  watchPlaylists,
} from './index.ts';
import { EVENT, LIVE, LIVE_NEXT, MASTER, UPDATE, type Vector, VECTORS, VOD } from './vectors.ts';

const rulesOf = ({ texts }: Vector): Rule[] => {
  const watch = watchPlaylist();
  return texts.map((text) => watch.see(text).map(({ rule }) => rule)).at(-1)!;
};

/** What cannot be broken without something else. */
const ALSO: Partial<Record<Rule, readonly Rule[]>> = {
  'byte-order-mark': ['first-line'],
  'mixed-kinds': ['uri-without-variant'],
  'attribute-syntax': ['part-hold-back-missing'],
  'missing-attribute': [],
  version: ['skip-count', 'skip-unknown'],
  'skip-unoffered': ['skip-count', 'skip-unknown'],
  'skip-count': ['skip-unknown'],
  'skip-unknown': ['skip-count'],
  'parts-too-old': ['segment-too-long', 'skip-until-short'],
  'sequence-back': ['segment-changed', 'segment-gone', 'part-gone', 'report-back'],
  'discontinuity-count': ['segment-changed'],
  'target-changed': ['segment-too-long', 'parts-too-old'],
  'event-shrunk': ['too-short-after-removal'],
  'vod-changed': ['changed-after-end'],
  'sequence-past-end': ['segment-gone'],
};

describe('a playlist that is as it should be', () => {
  test.each(Object.entries({ LIVE, LIVE_NEXT, EVENT, VOD, MASTER }))('%s', (_name, text) => {
    expect(checkPlaylist(text).findings).toEqual([]);
    expect(checkPlaylist(text.replaceAll('\n', '\r\n')).findings).toEqual([]);
  });

  test('goes on, by whole playlists and by updates', () => {
    const watch = watchPlaylist();
    expect(watch.see(LIVE)).toEqual([]);
    expect(watch.see(LIVE)).toEqual([]);
    expect(watch.see(LIVE_NEXT)).toEqual([]);
    const other = watchPlaylist();
    const near = (text: string): string => text.replaceAll('TARGETDURATION:2', 'TARGETDURATION:0');
    const ofUpdates = [LIVE, UPDATE, LIVE_NEXT].map((text) =>
      other
        .see(near(text).replace('CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=0.0'))
        .map(({ rule }) => rule)
        .filter((rule) => rule !== 'segment-too-long' && rule !== 'parts-too-old'),
    );
    expect(ofUpdates).toEqual([[], [], []]);
  });

  test('is read as what it says', () => {
    const { playlist } = checkPlaylist(LIVE);
    expect(playlist).toMatchObject({ msn: 10, partTarget: 1, isEnded: false, skipped: 0 });
    if (playlist.kind !== 'media') throw new Error('of segments');
    expect(playlist.segments.map(({ msn, uri, map }) => [msn, uri, map])).toEqual([
      [10, 'seg-10.m4s', 'init-10.mp4'],
      [11, 'seg-11.m4s', 'init-11.mp4'],
      [12, 'seg-12.m4s', 'init-11.mp4'],
      [13, undefined, 'init-11.mp4'],
    ]);
    expect(playlist.segments.map(({ discontinuities }) => discontinuities)).toEqual([3, 4, 4, 4]);
  });
});

describe('a playlist that breaks a rule', () => {
  test.each(VECTORS.map((vector, nth) => ({ ...vector, nth })))('$rule ($nth)', (vector) => {
    const told = rulesOf(vector);
    expect(told).toContain(vector.rule);
    const others = told.filter((rule) => rule !== vector.rule && !ALSO[vector.rule]?.includes(rule));
    expect(others).toEqual([]);
  });

  test('is there for each rule', () => {
    const all: Rule[] = [...FORM_RULES, ...MEDIA_RULES, ...MASTER_RULES, ...CHANGE_RULES];
    const broken = new Set(VECTORS.map(({ rule }) => rule));
    expect(all.filter((rule) => !broken.has(rule))).toEqual([]);
  });

  test('is shown with what is wrong beside its lines', () => {
    expect(() => assertPlaylist(VOD.replace('#EXTINF:3.0', '#EXTINF:9.0'))).toThrow(
      /#EXTINF:9\.00000,\n7\/1\.m4s\?token=a\n {6}<<< segment-too-long: 9 s beside a target of 5 s/u,
    );
    const watches = watchPlaylists();
    watches.see('a', LIVE_NEXT);
    watches.see('b', LIVE);
    expect(() => watches.see('a', LIVE)).toThrow(/^a breaks rules:\nsequence-back: 11 is followed by 10/u);
    watches.see('b', LIVE_NEXT);
    expect(watches.changes).toBe(1);
  });
});

test('an answer is a playlist by its type and its bytes', async () => {
  const type = { 'content-type': 'application/vnd.apple.mpegurl' };
  expect(await playlistText(new Response(VOD, { headers: type }))).toBe(VOD);
  expect(await playlistText(new Response(`\uFEFF${VOD}`, { headers: type }))).not.toBe(VOD);
  await expect(playlistText(new Response(VOD))).rejects.toThrow('has the type text/plain');
  await expect(playlistText(new Response('', { status: 404 }))).rejects.toThrow('answered with 404');
  await expect(playlistText(new Response(new Uint8Array([0xff]), { headers: type }))).rejects.toThrow();
});
