import { describe, expect, test } from 'vitest';
import { assertPlaylist, type Rule, watchPlaylists } from '@klieg/testing/hls';
import { seededRandom } from '@klieg/testing/fuzzing';
import { howMany } from '@klieg/testing/run-length';
import { makeHlsStream } from './hls-stream.ts';
import { makeTestSource, SPS_1080, type TestSourceOptions } from './testing/test-source.ts';

/* Every version of every playlist of a stream, by the rules of RFC 8216bis, whatever a publisher sends. */

const WALL_MS = 1_700_000_000_000;

function setup(spared: readonly Rule[] = []) {
  let clockMs = 1_000;
  const stream = makeHlsStream({ now: () => clockMs, wallClock: () => WALL_MS + clockMs, blockMsMax: 1 });
  const watches = watchPlaylists(spared);
  const ask = async (path: string, query = ''): Promise<string> => {
    const answer = await stream.handle({
      path,
      query: new URLSearchParams(query),
      allowed: undefined,
      acceptsGzip: false,
      signal: new AbortController().signal,
    });
    return answer.status === 200 ? String(answer.body) : '';
  };
  /** Reads all playlists as players do who have read them before: whole, and as updates. */
  const look = async (renditions: readonly string[]): Promise<void> => {
    const master = await ask('index.m3u8');
    if (master !== '') assertPlaylist(master);
    for (const rendition of renditions)
      for (const query of ['', '_HLS_skip=YES']) {
        const text = await ask(`${rendition}/media.m3u8`, query);
        if (text !== '') watches.see(`${rendition} ${query}`, text);
      }
  };
  const sourceOf = (rendition: string, options: Partial<TestSourceOptions> = {}) =>
    makeTestSource({ sink: stream.rendition(rendition), ...options });
  return {
    stream,
    watches,
    look,
    sourceOf,
    pass: (ms: number): void => {
      clockMs += ms;
    },
  };
}

/** What a publisher may be like: pictures in a second, length of a chunk, distance of keyframes in ms. */
const KINDS: Record<string, Partial<TestSourceOptions>> = {
  'a camera': { fps: 30, chunkMs: 80 },
  'whole chunks of 200 ms': { fps: 25, chunkMs: 200 },
  'few pictures': { fps: 10, chunkMs: 200 },
  'keyframes each second': { fps: 30, keyEveryMs: 1_000 },
  'keyframes that are far apart': { fps: 30, keyEveryMs: 9_000 },
  'keyframes at no whole second': { fps: 24, keyEveryMs: 1_730 },
};

describe('all playlists keep the rules', () => {
  test.each(Object.entries(KINDS))('of %s', async (_name, options) => {
    // The packager guesses the length of pictures until it has seen some, which is off for few of them.
    const isGuessed = options.fps! <= 10;
    const { stream, watches, look, sourceOf, pass } = setup(isGuessed ? ['part-too-short'] : []);
    const sources = ['source', '360p'].map((rendition) => sourceOf(rendition, options));
    for (let i = 0; i < 150; i++) {
      for (const source of sources) source.play(400);
      pass(400);
      await look(['source', '360p']);
    }
    stream.end();
    await look(['source', '360p']);
    expect(watches.changes).toBeGreaterThan(300);
  });

  test('of a publisher whose pictures come unevenly, get other sizes, stop and go on', async () => {
    for (let seed = 1; seed <= howMany(12, 300); seed++) {
      const random = seededRandom(seed);
      // Parts are whole chunks: where pictures come unevenly, these are of no even length either.
      const { stream, watches, look, sourceOf, pass } = setup(['part-too-short']);
      let lateMs = 0;
      const source = sourceOf('source', {
        fps: 10 + Math.floor(random() * 30),
        keyEveryMs: 500 + random() * 4_000,
        lateMs: () => lateMs + random() * 30,
      });
      try {
        for (let i = 0; i < 120; i++) {
          const ms = 100 + random() * 700;
          const holeMs = random() < 0.03 ? random() * 6_000 : 0;
          lateMs += holeMs;
          pass(holeMs);
          source.play(ms, Math.floor(i / 37) % 2 === 0 ? undefined : SPS_1080);
          pass(ms);
          await look(['source']);
        }
        stream.end();
        await look(['source']);
      } catch (err) {
        throw new Error(`seed ${seed}`, { cause: err });
      }
      expect(watches.changes).toBeGreaterThan(10);
    }
  });
});
