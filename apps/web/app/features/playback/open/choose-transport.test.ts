import { expect, test } from 'vitest';
import { chooseTransport, forcedTransport, type TransportChoice } from './choose-transport.ts';

const all = { ws: true, hls: true, native: true, whep: true };
const choose = (changes: Partial<TransportChoice>) =>
  chooseTransport({ forced: undefined, mode: 'public', can: all, broken: new Set(), ...changes });

test('rooms are watched by WebSocket, else by playlists, else directly (LIVE-VIDEO-033, LIVE-VIDEO-034)', () => {
  expect(choose({})).toBe('ws');
  expect(choose({ broken: new Set(['ws']) })).toBe('hls');
  expect(choose({ can: { ...all, ws: false, hls: false } })).toBe('native');
  expect(choose({ broken: new Set(['ws', 'hls', 'native']) })).toBe('whep');
});

test('who is in a private is connected directly; who spies on it is one of many', () => {
  expect(choose({ mode: 'private' })).toBe('whep');
  expect(choose({ mode: 'private', can: { ...all, whep: false } })).toBe('ws');
  expect(choose({ mode: 'spy' })).toBe('ws');
  expect(choose({ mode: 'limited' })).toBe('ws');
});

test('the address of the page forces one way, whoever plays playlists', () => {
  expect(choose({ forced: 'whep' })).toBe('whep');
  expect(choose({ forced: 'hls' })).toBe('hls');
  expect(choose({ forced: 'hls', can: { ...all, hls: false } })).toBe('native');
  expect(choose({ forced: 'ws', broken: new Set(['ws']) })).toBeUndefined();
});

test('other words in the address force nothing', () => {
  expect(forcedTransport(new URLSearchParams('transport=hls'))).toBe('hls');
  expect(forcedTransport(new URLSearchParams('transport=rtmp'))).toBeUndefined();
  expect(forcedTransport(new URLSearchParams(''))).toBeUndefined();
});
