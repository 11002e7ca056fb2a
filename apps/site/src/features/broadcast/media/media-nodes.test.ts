import type { LiveBroadcast } from '@klieg/contract/media';
import { beforeEach, expect, test } from 'vitest';
import { makeMediaNodes, type MediaNodes } from './media-nodes.ts';

let nowMs = 0;
let nodes: MediaNodes;

beforeEach(() => {
  nowMs = 0;
  nodes = makeMediaNodes({ now: () => nowMs });
});

const broadcast = (broadcastId: string): LiveBroadcast => ({
  broadcastId,
  streamName: `${broadcastId}-stream`,
  username: broadcastId,
  width: 640,
  height: 480,
  hasAudio: true,
  tech: 'webrtc',
  renditions: ['source'],
});
const live = (node: string, id: string) => nodes.hear({ kind: 'live', node, ...broadcast(id) });
const alive = (node: string, ...ids: string[]) =>
  nodes.hear({ kind: 'alive', node, broadcasts: ids.map(broadcast) });
const beat = (node: string) => nodes.hear({ kind: 'alive', node });
const gone = (node: string, id: string) =>
  nodes.hear({ kind: 'gone', node, broadcastId: id, streamName: `${id}-stream`, reason: 'silent' });

/** Time passes as it does, with a look each second. */
const pass = (seconds: number, ...beating: string[]) =>
  Array.from({ length: seconds }, () => {
    nowMs += 1_000;
    for (const node of beating) beat(node);
    return nodes.sweep();
  }).flat();

test('a process that is silent for five seconds has lost its broadcasts, once, and others have not', () => {
  beat('a');
  beat('b');
  live('a', 'anna');
  live('b', 'bella');
  expect(pass(5, 'b')).toEqual([]);
  expect(pass(2, 'b')).toEqual([
    { kind: 'gone', node: 'a', broadcastId: 'anna', streamName: 'anna-stream', reason: 'silent' },
  ]);
  expect(pass(10, 'b')).toEqual([]);
});

test('a broadcast that has come back elsewhere is not taken away by what its old process says', () => {
  beat('a');
  live('a', 'anna');
  live('c', 'anna');
  expect(gone('a', 'anna')).toEqual([]);
  expect(alive('a', 'anna')).toEqual([]);
  expect(alive('a')).toEqual([]);
  expect(pass(10)).toEqual([]);
  expect(gone('c', 'anna')).toHaveLength(1);
});

test('what a list repeats is not handled again; what it names first is live, what it names no more is gone', () => {
  expect(alive('a', 'anna', 'bella').map(({ kind }) => kind)).toEqual(['live', 'live']);
  expect(alive('a', 'anna', 'bella')).toEqual([]);
  expect(alive('a', 'bella')).toMatchObject([{ kind: 'gone', broadcastId: 'anna' }]);
  expect(alive('a', 'anna', 'bella')).toMatchObject([{ kind: 'live', broadcastId: 'anna' }]);
  pass(301, 'a');
  expect(alive('a', 'anna', 'bella')).toHaveLength(2);
});

test('a list that names a stream otherwise than it was known is news, and the name is known from then on', () => {
  live('a', 'anna');
  expect([...nodes.names()]).toEqual([['anna', 'anna-stream']]);
  const renamed = { ...broadcast('anna'), streamName: 'fresh' };
  const list = () => nodes.hear({ kind: 'alive', node: 'a', broadcasts: [renamed] });
  expect(list()).toMatchObject([{ kind: 'live', streamName: 'fresh' }]);
  expect(list()).toEqual([]);
  expect(nodes.names().get('anna')).toBe('fresh');
  gone('a', 'anna');
  expect(nodes.names().size).toBe(0);
});

test('a process that never says that it is there is not judged by its silence', () => {
  live('old', 'anna');
  expect(pass(60)).toEqual([]);
});

test('a pause of our own is nobody’s silence', () => {
  beat('a');
  live('a', 'anna');
  nowMs += 60_000;
  expect(nodes.sweep()).toEqual([]);
  expect(pass(4)).toEqual([]);
  expect(pass(3)).toHaveLength(1);
});

test('a room that shows a picture which nobody delivers is found after fifteen seconds, and again while it stays so', () => {
  const rooms = ['anna', 'bella'].map((id) => ({ broadcastId: id, streamName: `${id}-stream` }));
  const look = (seconds: number, shown = rooms) =>
    Array.from({ length: seconds }, () => {
      nowMs += 1_000;
      return nodes.findUndelivered(shown);
    }).flat();
  live('a', 'bella');
  expect(look(16)).toEqual([]);
  const lost = [{ kind: 'gone', node: '', broadcastId: 'anna', streamName: 'anna-stream', reason: 'silent' }];
  expect(look(1)).toEqual(lost);
  expect(look(15)).toEqual([]);
  expect(look(1)).toEqual(lost);
  // Delivered again, or not shown any more: the time begins anew.
  live('a', 'anna');
  expect(look(30)).toEqual([]);
  gone('a', 'anna');
  expect(look(10)).toEqual([]);
  expect(look(1, [])).toEqual([]);
  expect(look(15)).toEqual([]);
});

test('a room that waits although its picture is delivered hears of it again after three seconds', () => {
  beat('a');
  live('a', 'anna');
  const waiting = [
    { broadcastId: 'anna', streamName: 'anna-stream' },
    { broadcastId: 'bella', streamName: 'bella-stream' },
    { broadcastId: null, streamName: null },
  ];
  expect(nodes.findUnheard(waiting)).toEqual([]);
  pass(3, 'a');
  expect(nodes.findUnheard(waiting)).toEqual([]);
  pass(1, 'a');
  expect(nodes.findUnheard(waiting)).toEqual([{ kind: 'live', node: 'a', ...broadcast('anna') }]);
  expect(nodes.findUnheard(waiting)).toEqual([]);
  gone('a', 'anna');
  pass(5, 'a');
  expect(nodes.findUnheard(waiting)).toEqual([]);
});
