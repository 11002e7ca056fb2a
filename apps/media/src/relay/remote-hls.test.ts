import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import type { AskNode, NodeAnswer } from './ask-node.ts';
import { makeRemoteHls } from './remote-hls.ts';

const requestOf = (path: string, query = '', cache?: string) => ({
  path,
  query: new URLSearchParams(query),
  allowed: undefined as readonly string[] | undefined,
  acceptsGzip: true,
  cache,
  signal: new AbortController().signal,
});

/** An origin that answers when it is told to. */
function makeOrigin() {
  const asked: string[] = [];
  const waiting: ((answer: NodeAnswer | undefined) => void)[] = [];
  const ask: AskNode = ({ path }) => {
    asked.push(path);
    return new Promise((resolve) => void waiting.push(resolve));
  };
  return { asked, waiting, ask };
}

test('the origin is asked the player’s question, without its token and with what that allows', async () => {
  const origin = makeOrigin();
  const remote = makeRemoteHls(origin.ask);
  const request = { ...requestOf('source/media.m3u8', 'token=st_secret&_HLS_msn=7'), allowed: ['source'] };
  const answer = remote.handle('http://origin', 's', request);
  expect(origin.asked).toEqual(['/live/hls/s/source/media.m3u8?_HLS_msn=7&allowed=source']);
  origin.waiting[0]!({ status: 200, headers: { 'content-encoding': 'gzip' }, body: Buffer.from('x') });
  expect(await answer).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
  const lost = remote.handle('http://origin', 's', request);
  origin.waiting[1]!(undefined);
  expect(await lost).toMatchObject({ status: 503 });
});

test('behind a cache the first reader goes at once, and the others when the cache has been answered', async () => {
  const origin = makeOrigin();
  const remote = makeRemoteHls(origin.ask);
  const request = requestOf('source/media.m3u8', '_HLS_msn=7&_HLS_part=1', 'nginx');
  await remote.turn('s', request);
  let through = 0;
  for (let i = 0; i < 5; i++) void remote.turn('s', request).then(() => (through += 1));
  const fetched = remote.handle('http://origin', 's', request);
  expect(through).toBe(0);
  origin.waiting[0]!({ status: 200, headers: {}, body: Buffer.from('x') });
  await fetched;
  await eventually(() => expect(through).toBe(5));
  // What is not kept, and a cache that has the thing already, hold nobody for long.
  await remote.turn('s', requestOf('index.m3u8', '', 'nginx'));
  await remote.turn('s', requestOf('source/media.m3u8', '', 'nginx'));
  await remote.turn('s', requestOf('source/seg-1.m4s', '', 'nginx'));
  await remote.turn('s', requestOf('source/seg-1.m4s', '', 'nginx'));
});
