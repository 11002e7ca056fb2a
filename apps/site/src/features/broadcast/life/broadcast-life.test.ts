import type { ChatStatus } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import type { RoomRow } from '../../rooms/index.ts';
import type { Effect } from './broadcast-effects.ts';
import { type BroadcastInput, decide, UNATTENDED_MS } from './broadcast-life.ts';
import { liveFact } from '../testing-live.ts';
import { RECONNECT_MS } from './status-rules.ts';

/* Machine 2 as a table: what every input does to a room in every state. */

const NOW_MS = 1_800_000_000_000;
const [RUNNING, FRESH, OTHER] = ['running', 'fresh', 'other'] as unknown as readonly [Uuid, Uuid, Uuid];

const STATES = [
  'offline',
  'connected',
  'online',
  'reconnecting',
  'standby',
  'private',
  'limited',
  'online_ai',
] as const satisfies readonly ChatStatus[];

/** A room in a state, with a broadcast of this way in where the state has one. */
const roomIn = (
  status: ChatStatus,
  streamingTech: 'obs' | 'webrtc',
  more: Partial<RoomRow> = {},
): RoomRow => {
  const isRunning = status !== 'offline' && status !== 'online_ai';
  return Object.freeze({
    accountId: 7,
    status,
    previousStatus: status === 'reconnecting' ? 'online' : null,
    broadcastId: isRunning ? RUNNING : null,
    sessionId: isRunning ? 'session' : null,
    streamName: isRunning ? 'name' : null,
    streamingTech,
    startedAt: isRunning && status !== 'connected' ? new Date(NOW_MS - 600_000) : null,
    goneAt: status === 'reconnecting' ? new Date(NOW_MS - 1_000) : null,
    width: null,
    height: null,
    version: 3,
    ...more,
  } as RoomRow);
};

const fresh = { broadcastId: FRESH, streamName: 'fresh name', sessionId: 'fresh session' };
const live = (streamName: string) =>
  liveFact({ username: 'model' }, { broadcastId: RUNNING, streamName }, { recordingId: 'r' });
const told = { node: 'm1', broadcastId: RUNNING, streamName: 'name' } as const;
const gone = (reason: 'silent' | 'closed' | 'replaced' | 'stopped') =>
  ({ kind: 'gone', ...told, reason }) as const;

const INPUTS = {
  'go live by browser': { kind: 'start', tech: 'webrtc', ...fresh },
  'go live by browser again': { kind: 'start', tech: 'webrtc', ...fresh, sessionId: 'session' },
  'go live by encoder': { kind: 'start', tech: 'obs', ...fresh },
  'stream key': { kind: 'join_by_key', ...fresh },
  'mode online': { kind: 'set_mode', mode: 'online', streamName: 'fresh name' },
  'mode standby': { kind: 'set_mode', mode: 'standby', streamName: 'fresh name' },
  'rotate name': { kind: 'rotate_name', streamName: 'fresh name' },
  stop: { kind: 'stop' },
  live: live('name'),
  'live by an old name': live('old name'),
  'gone, silent': gone('silent'),
  'gone, closed': gone('closed'),
  'gone, stopped': gone('stopped'),
  'gone, replaced': gone('replaced'),
  health: {
    kind: 'health',
    ...told,
    kbps: 1_200.4,
    fps: 29.6,
    width: 640,
    height: 480,
    keyframeMs: 2_000.2,
    lossPercent: 0,
    viewers: 3,
    warnings: [],
  },
  refused: { kind: 'refused', ...told, code: 'codec', text: 'Choose H.264.' },
  'name told': { kind: 'name_told', broadcastId: RUNNING, streamName: 'name' },
  'old name told': { kind: 'name_told', broadcastId: RUNNING, streamName: 'old name' },
  'page left': { kind: 'page_left', broadcastId: RUNNING },
  'page silent': { kind: 'page_silent' },
  'look at the wait': { kind: 'wait_over' },
  'alone for a while': { kind: 'unattended', broadcastId: RUNNING, sinceMs: NOW_MS - UNATTENDED_MS + 1 },
  'alone too long': { kind: 'unattended', broadcastId: RUNNING, sinceMs: NOW_MS - UNATTENDED_MS },
} as const satisfies Readonly<Record<string, BroadcastInput>>;

type InputName = keyof typeof INPUTS;
type Line = Readonly<Record<(typeof STATES)[number], string>>;

/** An effect in a word: facts and commands by their names. */
const wordOf = (effect: Effect): string => {
  if (effect.kind === 'note') return effect.fact;
  return effect.kind === 'command' ? effect.command.kind : effect.kind;
};

/** A decision in a line: `new status: effects`, `-` where the status stays; `no: code` for a refusal. */
const tell = (row: RoomRow, input: BroadcastInput): string => {
  const decision = decide(row, input, NOW_MS);
  if ('refusal' in decision) return `no: ${decision.refusal}`;
  return [decision.change ? `${decision.change.status}:` : '-', ...decision.effects.map(wordOf)].join(' ');
};

const BEGINS = 'connected: announce';
const ENDS = 'offline: went_offline stop revoke forget_broadcast announce';
/** One that had a picture makes room for another. */
const REPLACES = 'connected: went_offline stop revoke forget_broadcast announce';
const WAITS = 'reconnecting: announce';
const LIVE = 'no: broadcast.already_live';
const NOT_LIVE = 'no: broadcast.not_live';
const TOLD = 'forget_refusal delivered';
/** The same in every state, but for those that are named. */
const all = (word: string, more: Partial<Line> = {}): Line => ({
  ...(Object.fromEntries(STATES.map((state) => [state, word])) as unknown as Line),
  ...more,
});
/** In states without a broadcast nothing can be heard of it. */
const ofBroadcast = (word: string, more: Partial<Line> = {}): Line =>
  all(word, { offline: '-', online_ai: '-', ...more });

const BROWSER: Readonly<Record<InputName, Line>> = {
  'go live by browser': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: '-' }),
  'go live by browser again': all(LIVE, { offline: BEGINS, connected: '-', reconnecting: '-' }),
  'go live by encoder': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: REPLACES }),
  'stream key': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: REPLACES }),
  'mode online': all(NOT_LIVE, { online: '-', standby: 'online: announce rename' }),
  'mode standby': all(NOT_LIVE, { online: 'standby: announce rename', standby: '-' }),
  'rotate name': all('-', {
    online: 'online: announce rename',
    reconnecting: 'reconnecting: announce rename',
  }),
  stop: all(ENDS, { offline: '-', online_ai: 'offline: announce' }),
  live: ofBroadcast(`- ${TOLD}`, {
    connected: `online: went_live announce ${TOLD}`,
    online: `online: announce ${TOLD}`,
    reconnecting: `online: announce ${TOLD}`,
  }),
  'live by an old name': ofBroadcast(`- rename ${TOLD}`, {
    connected: `online: went_live announce rename ${TOLD}`,
    online: `online: announce rename ${TOLD}`,
    reconnecting: `online: announce rename ${TOLD}`,
  }),
  'gone, silent': ofBroadcast(`${WAITS} ask_page`, { connected: '-', reconnecting: '-' }),
  'gone, closed': ofBroadcast(ENDS),
  'gone, stopped': ofBroadcast(ENDS),
  'gone, replaced': all('-'),
  health: ofBroadcast('- keep_health tell_model'),
  refused: ofBroadcast('- keep_refusal tell_model'),
  'name told': all('-'),
  'old name told': ofBroadcast('- rename'),
  'page left': all('-', { connected: ENDS, reconnecting: ENDS }),
  'page silent': all('-', { reconnecting: ENDS }),
  'look at the wait': all('-'),
  'alone for a while': all('-'),
  'alone too long': all('-', { connected: ENDS }),
};

/** Where a broadcast by an encoder differs from one by the browser. */
const ENCODER: Readonly<Record<InputName, Line>> = {
  ...BROWSER,
  'go live by browser': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: REPLACES }),
  'go live by browser again': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: REPLACES }),
  'go live by encoder': all(LIVE, { offline: BEGINS, connected: BEGINS, reconnecting: '-' }),
  'stream key': all('-', { offline: BEGINS, online_ai: LIVE }),
  'gone, silent': ofBroadcast(WAITS, { connected: '-', reconnecting: '-' }),
  'page left': all('-'),
  'alone too long': ofBroadcast(ENDS),
};

const names = Object.keys(INPUTS) as InputName[];

describe.each([
  ['webrtc', BROWSER],
  ['obs', ENCODER],
] as const)('a broadcast by %s', (tech, table) => {
  test.each(names)('%s, in every state: S201 S202 S203 S204 S205 S206 S207', (name) => {
    const found = STATES.map((state) => [state, tell(roomIn(state, tech), INPUTS[name])]);
    expect(Object.fromEntries(found)).toEqual(table[name]);
  });

  test('what is heard of another broadcast changes nothing in any state', () => {
    for (const state of STATES)
      for (const name of names) {
        const input = INPUTS[name];
        if (!('broadcastId' in input) || 'sessionId' in input) continue;
        expect(tell(roomIn(state, tech), { ...input, broadcastId: OTHER } as BroadcastInput)).toBe('-');
      }
  });

  test('a change is announced, and a room that goes offline keeps nothing of its broadcast: S206', () => {
    for (const state of STATES)
      for (const name of names) {
        const decision = decide(roomIn(state, tech), INPUTS[name], NOW_MS);
        if ('refusal' in decision) continue;
        const isAnnounced = decision.effects.some(({ kind }) => kind === 'announce');
        expect([name, state, isAnnounced]).toEqual([name, state, decision.change !== undefined]);
        if (decision.change?.status === 'offline')
          expect(decision.change).toMatchObject({ broadcastId: null, streamName: null, sessionId: null });
      }
  });
});

describe('in detail', () => {
  const changeOf = (row: RoomRow, input: BroadcastInput) => {
    const decision = decide(row, input, NOW_MS);
    return 'refusal' in decision ? decision.refusal : decision.change;
  };

  test('a new broadcast has the given ids and names and nothing of the one before: S201', () => {
    expect(changeOf(roomIn('reconnecting', 'webrtc'), INPUTS['stream key'])).toEqual({
      status: 'connected',
      previousStatus: null,
      broadcastId: FRESH,
      sessionId: 'fresh session',
      streamName: 'fresh name',
      streamingTech: 'obs',
      startedAt: null,
      goneAt: null,
    });
  });

  test('commands name the broadcast and its streams: the old name ends, the new one is the room’s own: S203 S206', () => {
    const ordersOf = (row: RoomRow, input: BroadcastInput) => {
      const decision = decide(row, input, NOW_MS);
      const effects = 'refusal' in decision ? [] : decision.effects;
      return effects.flatMap((effect) => (effect.kind === 'command' ? [effect.command] : []));
    };
    const online = roomIn('online', 'webrtc');
    expect(ordersOf(online, INPUTS.stop)).toEqual([
      { kind: 'stop', broadcastId: RUNNING },
      { kind: 'revoke', streamName: 'name' },
    ]);
    expect(ordersOf(online, INPUTS['mode standby'])).toEqual([
      { kind: 'rename', broadcastId: RUNNING, streamName: 'fresh name' },
    ]);
    for (const input of [INPUTS['old name told'], INPUTS['live by an old name']])
      expect(ordersOf(online, input)).toEqual([{ kind: 'rename', broadcastId: RUNNING, streamName: 'name' }]);
  });

  test('a show whose picture went away comes back as that show: S204 S205', () => {
    for (const status of ['private', 'limited', 'standby'] as const) {
      expect(changeOf(roomIn(status, 'webrtc'), INPUTS['gone, silent'])).toEqual({
        status: 'reconnecting',
        previousStatus: status,
        goneAt: 'now',
      });
      const waiting = roomIn('reconnecting', 'webrtc', { previousStatus: status });
      expect(changeOf(waiting, INPUTS.live)).toMatchObject({ status, previousStatus: null, goneAt: null });
    }
  });

  test('the wait for a picture ends by its time, to the millisecond: S206', () => {
    const waiting = (forMs: number) => roomIn('reconnecting', 'obs', { goneAt: new Date(NOW_MS - forMs) });
    expect(tell(waiting(RECONNECT_MS - 1), INPUTS['look at the wait'])).toBe('-');
    expect(tell(waiting(RECONNECT_MS), INPUTS['look at the wait'])).toBe(ENDS);
  });

  test('a picture that came back is not the first one: followers are told once: S202 S205', () => {
    const again = roomIn('connected', 'webrtc', { startedAt: new Date(NOW_MS - 1) });
    expect(tell(again, INPUTS.live)).toBe(`online: announce ${TOLD}`);
    expect(changeOf(again, INPUTS.live)).not.toHaveProperty('startedAt');
    expect(changeOf(roomIn('connected', 'webrtc'), INPUTS.live)).toHaveProperty('startedAt', 'now');
  });

  test('the model is told how the ingest does, in whole numbers (LIVE-VIDEO-010)', () => {
    const payloadOf = (input: BroadcastInput) => {
      const decision = decide(roomIn('online', 'obs'), input, NOW_MS);
      const effects = 'refusal' in decision ? [] : decision.effects;
      return effects.flatMap((effect) => (effect.kind === 'tell_model' ? [effect.payload] : []));
    };
    const health = { seq: NOW_MS, kbps: 1_200, fps: 30, keyframe_ms: 2_000, tech: 'obs' };
    expect(payloadOf(INPUTS.health)).toMatchObject([{ ...health, status: 'live' }]);
    expect(payloadOf({ ...INPUTS.health, warnings: ['b_frames'] })).toMatchObject([
      { ...health, status: 'unstable', warnings: ['b_frames'] },
    ]);
    expect(payloadOf(INPUTS.refused)).toEqual([
      { seq: NOW_MS, status: 'gone', warnings: ['codec'], tech: 'obs' },
    ]);
  });
});

test('the end of a show leaves a room alone that another kind of show has by now, or none', () => {
  const end = (mode: 'private' | 'limited') => ({ kind: 'end_show', mode, streamName: 'fresh' }) as const;
  for (const status of ['private', 'limited'] as const) {
    const other = status === 'private' ? 'limited' : 'private';
    expect(decide(roomIn(status, 'webrtc'), end(other), NOW_MS)).toEqual({ effects: [] });
    expect(decide(roomIn(status, 'webrtc'), end(status), NOW_MS)).toMatchObject({
      change: { status: 'online' },
    });
    const missing = roomIn('reconnecting', 'webrtc', { previousStatus: status });
    expect(decide(missing, end(other), NOW_MS)).toEqual({ effects: [] });
    expect(decide(missing, end(status), NOW_MS)).toMatchObject({ change: { status: 'reconnecting' } });
  }
  for (const mode of ['private', 'limited'] as const)
    expect(decide(roomIn('online', 'webrtc'), end(mode), NOW_MS)).toEqual({ effects: [] });
});
