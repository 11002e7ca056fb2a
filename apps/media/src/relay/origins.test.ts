import { MEDIA_FACTS, MEDIA_COMMANDS, type MediaFact } from '@klieg/contract/media';
import type { Bus } from '@klieg/contract/bus';
import { beforeEach, expect, test } from 'vitest';
import { makeMemoryBus } from '../testing/memory-bus.ts';
import { nodeTag } from './node-tag.ts';
import { makeOrigins, type Origins } from './origins.ts';

let bus: Bus;
let origins: Origins;
let nowMs: number;
let changes: string[];
let reports: number;

beforeEach(() => {
  bus = makeMemoryBus();
  nowMs = 0;
  changes = [];
  reports = 0;
  bus.subscribe(MEDIA_COMMANDS, () => (reports += 1));
  origins = makeOrigins({
    node: 'me',
    bus,
    silentMs: 5_000,
    keptMs: 60_000,
    now: () => nowMs,
    onChange: (streamName) => changes.push(streamName),
    onEnd: (streamName, code) => changes.push(`${streamName} ${code}`),
  });
});

const broadcast = (id: string, streamName = `${id}-stream`, renditions = ['source']) => ({
  broadcastId: id,
  streamName,
  username: id,
  width: 640,
  height: 480,
  hasAudio: true,
  tech: 'webrtc' as const,
  renditions,
});
const say = (fact: MediaFact): void => bus.publish(MEDIA_FACTS, fact);
const urlOf = (node: string): string => `http://${node}:8081`;
const live = (node: string, id: string, streamName?: string, renditions?: string[]): void =>
  say({ kind: 'live', node, url: urlOf(node), ...broadcast(id, streamName, renditions) });
const alive = (node: string, ...ids: string[]): void =>
  say({ kind: 'alive', node, url: urlOf(node), broadcasts: ids.map((id) => broadcast(id)) });
const gone = (node: string, id: string, reason: 'silent' | 'closed' | 'replaced'): void =>
  say({ kind: 'gone', node, broadcastId: id, streamName: `${id}-stream`, reason });

const pass = (seconds: number, ...beating: string[]): void => {
  for (let i = 0; i < seconds; i++) {
    nowMs += 1_000;
    for (const node of beating) say({ kind: 'alive', node, url: urlOf(node) });
    origins.sweep();
  }
};

test('a stream is found where it is live, by what its node says first or repeats', () => {
  live('a', 'anna');
  alive('b', 'bella');
  expect(origins.find('anna-stream')).toEqual({
    node: 'a',
    url: urlOf('a'),
    broadcastId: 'anna',
    isLeaving: false,
    renditions: ['source'],
    isLive: true,
  });
  expect(origins.find('bella-stream')).toMatchObject({ node: 'b', isLive: true });
  expect(origins.findNode(nodeTag('b'))).toBe(urlOf('b'));
  expect(origins.find('unknown')).toBeUndefined();
  live('a', 'anna', 'anna-stream', ['source', '240p']);
  alive('b', 'bella');
  expect(changes).toEqual(['anna-stream', 'bella-stream', 'anna-stream']);
});

test('what this process says itself is not taken for another’s', () => {
  live('me', 'anna');
  expect(origins.find('anna-stream')).toBeUndefined();
});

test('a node that falls silent is dropped with its address; its streams are kept for a minute', () => {
  live('a', 'anna');
  live('b', 'bella');
  pass(5, 'b');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true });
  pass(1, 'b');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: false, url: undefined });
  expect(origins.find('bella-stream')).toMatchObject({ isLive: true });
  expect(origins.findNode(nodeTag('a'))).toBeUndefined();
  pass(61, 'b');
  expect(origins.find('anna-stream')).toBeUndefined();
});

test('a node that is back after its silence is asked what it has', () => {
  live('a', 'anna');
  pass(6);
  expect(reports).toBe(0);
  say({ kind: 'alive', node: 'a', url: urlOf('a') });
  expect(reports).toBe(1);
  expect(origins.find('anna-stream')).toMatchObject({ isLive: false });
  alive('a', 'anna');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true, url: urlOf('a') });
});

test('a publisher that is silent may come back anywhere; one that left is gone', () => {
  live('a', 'anna');
  gone('a', 'anna', 'replaced');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true });
  gone('a', 'anna', 'silent');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: false, url: urlOf('a') });
  live('b', 'anna');
  gone('a', 'anna', 'closed');
  alive('a', 'anna');
  alive('a');
  expect(origins.find('anna-stream')).toMatchObject({ node: 'b', isLive: true });
  gone('b', 'anna', 'closed');
  expect(origins.find('anna-stream')).toBeUndefined();
  expect(changes.at(-1)).toBe('anna-stream 4404');
});

test('a broadcast under a new name ends the old one, whoever hears of it first', () => {
  live('a', 'anna', 'public');
  live('a', 'anna', 'private');
  expect(origins.find('public')).toBeUndefined();
  expect(changes).toEqual(['public', 'public 4409', 'private']);
  expect(origins.nameOf('anna')).toBe('private');
  origins.forget('anna', 4409);
  expect(origins.find('private')).toBeUndefined();
});

test('a stream that its node names no more is lost, and one that was lost is live again', () => {
  alive('a', 'anna', 'bella');
  alive('a', 'bella');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: false });
  alive('a', 'anna', 'bella');
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true });
});

test('a pause of this process is nobody’s silence', () => {
  live('a', 'anna');
  nowMs += 30_000;
  origins.sweep();
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true });
});

test('facts of other shapes do no harm, and an address that is none is not used', () => {
  for (const message of [
    null,
    7,
    {},
    { kind: 'live', node: 'a' },
    { kind: 'alive', node: '', broadcasts: [] },
  ])
    bus.publish(MEDIA_FACTS, message);
  bus.publish(MEDIA_FACTS, { kind: 'alive', node: 'a', broadcasts: [null, { broadcastId: 1 }, 'x'] });
  bus.publish(MEDIA_FACTS, { kind: 'live', node: 'a', url: 'file:///etc', ...broadcast('anna') });
  expect(origins.find('anna-stream')).toMatchObject({ url: undefined, isLive: true });
});

test('a node that leaves is no other one to go to, and says so until it is gone', () => {
  expect(origins.hasOther).toBe(false);
  live('a', 'anna');
  expect(origins.hasOther).toBe(true);
  say({ kind: 'alive', node: 'a', url: urlOf('a'), isLeaving: true });
  expect(origins.find('anna-stream')).toMatchObject({ isLive: true, isLeaving: true });
  expect(origins.hasOther).toBe(false);
  // What it says of a stream meanwhile says nothing of that.
  live('a', 'anna', 'anna-stream', ['source', '240p']);
  expect(origins.find('anna-stream')).toMatchObject({ isLeaving: true });
  live('b', 'anna', 'anna-stream');
  expect(origins.find('anna-stream')).toMatchObject({ node: 'b', isLeaving: false });
  expect(origins.hasOther).toBe(true);
});
