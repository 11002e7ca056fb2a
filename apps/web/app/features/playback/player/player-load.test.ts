import { expect, test } from 'vitest';
import type { Player, PlayerView } from './player.ts';
import { type PlayerLoad, type PlayerLoadEvent, stepPlayerLoad } from './player-load.ts';

const view = { state: { kind: 'loading' }, wanted: 'auto' } as PlayerView;
const player = { view } as Player;
const off: PlayerLoad = { kind: 'off' };
const play = (events: readonly PlayerLoadEvent[]): PlayerLoad => events.reduce(stepPlayerLoad, off);

test('code that does not come is fetched again, and then plays', () => {
  expect(play([{ type: 'wanted', stream: 0 }, { type: 'failed' }])).toEqual({ kind: 'waiting', stream: 0 });
  const events: PlayerLoadEvent[] = [
    { type: 'wanted', stream: 0 },
    { type: 'failed' },
    { type: 'retry-due' },
    { type: 'opened', player, view },
  ];
  expect(play(events)).toEqual({ kind: 'playing', stream: 0, player, view });
});

test('a player that is left shows nothing more, whatever it still tells', () => {
  const playing = play([
    { type: 'wanted', stream: 0 },
    { type: 'opened', player, view },
  ]);
  const left = stepPlayerLoad(playing, { type: 'left' });
  expect(left).toEqual(off);
  expect(stepPlayerLoad(left, { type: 'viewed', view })).toBe(left);
  expect(stepPlayerLoad(left, { type: 'opened', player, view })).toBe(left);
});

test('another stream begins anew, and what the player tells is of that stream', () => {
  const next = { ...view, hasPlayed: true };
  const state = play([
    { type: 'wanted', stream: 0 },
    { type: 'opened', player, view },
    { type: 'left' },
    { type: 'wanted', stream: 1 },
    { type: 'opened', player, view },
    { type: 'viewed', view: next },
  ]);
  expect(state).toEqual({ kind: 'playing', stream: 1, player, view: next });
});
