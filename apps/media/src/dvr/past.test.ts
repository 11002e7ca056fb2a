import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestSource } from '../hls/testing/test-source.ts';
import type { FragmentSink, StreamInit } from '../packaging/units.ts';
import { makePast } from './past.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-past-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A past with a source and a smaller rendition of it, chunk by chunk beside each other. */
function setup() {
  let source: FragmentSink = { setInit() {}, append() {} };
  const past = makePast({
    folder,
    freeBytesMin: 0,
    log: silentLog,
    wallClock: () => Date.now(),
    onBegin: (sink) => void (source = sink),
    onEnd: () => {},
  });
  const smaller = past.sink('480p');
  let header: StreamInit;
  const stream = makeTestSource({
    sink: {
      setInit(init) {
        header = init;
        source.setInit(init);
        smaller.setInit(init);
      },
      append(fragment, nowMs) {
        source.append(fragment, nowMs);
        smaller.append(fragment, nowMs);
      },
    },
  });
  const ask = (path: string) => past.handle({ path, allowed: undefined, acceptsGzip: false });
  const list = async (rendition: string): Promise<readonly string[]> =>
    (await ask(`${rendition}/past.m3u8`)).body?.toString().match(/^past-\d+\.m4s$/gm) ?? [];
  /** The smaller rendition ends, and another one begins at its next keyframe. */
  const comeAgain = (): void => {
    past.removeRendition('480p');
    smaller.setInit(header);
  };
  return { past, stream, comeAgain, ask, list };
}

test('a rendition that ends and comes again at once is kept anew, and takes the past of no other with it', async () => {
  const { past, stream, comeAgain, ask, list } = setup();
  past.keep(10);
  stream.play(6_100);
  await eventually(async () => expect((await list('480p')).length).toBe(3));
  // Its files are still written while it ends.
  stream.play(2_000);
  comeAgain();
  stream.play(20_000);
  await eventually(async () => {
    expect(past.minutes).toBe(10);
    expect((await list('480p')).length).toBe(9);
  });
  for (const rendition of ['source', '480p'])
    for (const name of await list(rendition)) expect((await ask(`${rendition}/${name}`)).status).toBe(200);
  await past.forget();
});
