import { describe, expect, test } from 'vitest';
import type { PlayGrant } from '../grant/play-grant.ts';
import { type MseCommand, type MseEvent, mseStart, type MseState, stepMse } from './mse-machine.ts';

const grant = { token: 't1' } as PlayGrant;
const described = (codecs: string, rendition = 'source'): MseEvent => ({
  type: 'described',
  description: { codecs, width: 640, height: 360, rendition },
  isSupported: true,
});
const H264 = 'avc1.42c01f,opus';
const closed = (code: number, changes: object = {}): MseEvent => ({
  type: 'closed',
  code,
  hasOpened: true,
  isStarted: true,
  nowMs: 1_000,
  ...changes,
});

/** The state after some events, with what was to be done for the last one. */
function after(events: readonly MseEvent[]): { state: MseState; commands: readonly MseCommand[] } {
  let state = mseStart(0);
  let commands: readonly MseCommand[] = [];
  for (const event of events) [state, commands] = stepMse(state, event);
  return { state, commands };
}
const streaming: readonly MseEvent[] = [{ type: 'granted', grant }, described(H264)];
const done = (events: readonly MseEvent[]) => after(events).commands.map((command) => command.do);

describe('a connection', () => {
  test('is opened with the grant, and begins the stream with its first description', () => {
    expect(after([{ type: 'granted', grant }])).toMatchObject({
      state: { kind: 'connecting' },
      commands: [{ do: 'connect', grant }],
    });
    expect(after(streaming)).toMatchObject({
      state: { kind: 'streaming', description: { codecs: H264 } },
      commands: [{ do: 'begin', codecs: H264, isNewBuffer: false }],
    });
  });

  test('goes on without a gap in another rendition, and in a new buffer with other tracks', () => {
    expect(after([...streaming, described('avc1.42c01e,opus', '480p')]).commands).toEqual([
      { do: 'splice', codecs: 'avc1.42c01e,opus' },
    ]);
    expect(after([...streaming, described('opus', 'audio')]).commands).toEqual([
      { do: 'begin', codecs: 'opus', isNewBuffer: true },
    ]);
  });

  test('with a format that the browser does not know gives way to another way', () =>
    expect(
      after([{ type: 'granted', grant }, { ...described('hvc1.1.6.L93'), isSupported: false } as MseEvent]),
    ).toEqual({ state: { kind: 'over' }, commands: [{ do: 'give-up' }] }));

  test('is opened once, also when two grants are on their way', () =>
    expect(done([...streaming, { type: 'granted', grant }])).toEqual([]));
});

describe('what is lost', () => {
  test('is tried again, each time later, and told as loading until there was a picture', () => {
    expect(after([{ type: 'ask-failed', isStarted: false }]).commands).toEqual([
      { do: 'drop' },
      { do: 'tell', state: { kind: 'loading' } },
      { do: 'wait', attempt: 0 },
    ]);
    const twice = [
      { type: 'ask-failed', isStarted: false },
      { type: 'retry-due' },
      { type: 'ask-failed', isStarted: false },
    ] as const;
    expect(after(twice).commands).toEqual([
      { do: 'drop' },
      { do: 'tell', state: { kind: 'reconnecting', attempt: 1 } },
      { do: 'wait', attempt: 1 },
    ]);
  });

  test('begins to count anew with a picture that moves', () =>
    expect(
      after([
        ...streaming,
        closed(1006),
        { type: 'retry-due' },
        ...streaming,
        { type: 'played' },
        closed(1006),
      ]).commands,
    ).toContainEqual({ do: 'wait', attempt: 0 }));

  test('three times before it ever came about gives way to another way', () => {
    const never = closed(1006, { hasOpened: false });
    const attempt: readonly MseEvent[] = [{ type: 'granted', grant }, never, { type: 'retry-due' }];
    expect(done([...attempt, ...attempt, { type: 'granted', grant }, never])).toEqual(['give-up']);
    expect(done([...attempt, { type: 'granted', grant }, never])).toContain('wait');
  });

  test('is waited for longer where it had brought a picture: its server may be being started again', () => {
    const never = closed(1006, { hasOpened: false });
    const attempt: readonly MseEvent[] = [{ type: 'granted', grant }, never, { type: 'retry-due' }];
    const came: readonly MseEvent[] = [...streaming, { type: 'media', nowMs: 900 }, closed(1006)];
    const lost = [
      ...came,
      { type: 'retry-due' } as const,
      ...Array.from({ length: 11 }, () => attempt).flat(),
    ];
    expect(after(lost).state.kind).not.toBe('over');
    expect(done([...lost, { type: 'granted', grant }, never])).toEqual(['give-up']);
  });

  test('is refused for good where the mode has changed or a rule forbids it', () => {
    expect(after([...streaming, closed(4409)]).commands).toEqual([
      { do: 'end', state: { kind: 'refused', reason: 'mode_changed' } },
    ]);
    expect(after([...streaming, closed(1008)]).commands).toEqual([
      { do: 'end', state: { kind: 'refused', reason: 'policy' } },
    ]);
  });

  test('for its token is tried with two more, then refused', () => {
    const attempt: readonly MseEvent[] = [...streaming, closed(4401), { type: 'retry-due' }];
    expect(done([...attempt, ...streaming, closed(4401)])).toContain('wait');
    expect(after([...attempt, ...attempt, ...streaming, closed(4401)]).commands).toEqual([
      { do: 'end', state: { kind: 'refused', reason: 'token' } },
    ]);
  });

  test('has ended when the server has not known it for a minute, unless the room waits for its model', () => {
    const late = closed(4404, { nowMs: 70_000 });
    const media: MseEvent = { type: 'media', nowMs: 5_000 };
    expect(done([...streaming, media, late])).toEqual(['end']);
    expect(done([...streaming, { type: 'media', nowMs: 20_000 }, late])).toContain('wait');
    const held: MseEvent = { type: 'held', isHeld: true, nowMs: 6_000 };
    expect(done([...streaming, media, held, late])).toContain('wait');
  });

  test('because the video has given up goes on in a new buffer', () =>
    expect(done([...streaming, { type: 'broken' }])).toEqual(['new-buffer', 'drop', 'tell', 'wait']));
});

describe('silence', () => {
  const tick = (nowMs: number, heardAtMs: number): MseEvent => ({
    type: 'tick',
    nowMs,
    heardAtMs,
    isStarted: true,
  });

  test('of eight seconds in a stream, of ten before it, is a loss', () => {
    expect(done([...streaming, tick(8_000, 0)])).toEqual([]);
    expect(done([...streaming, tick(8_001, 0)])).toContain('wait');
    expect(done([{ type: 'granted', grant }, tick(10_000, 0)])).toEqual([]);
    expect(done([{ type: 'granted', grant }, tick(10_001, 0)])).toContain('wait');
  });

  test('while the room waits for its model is none, and counts from when it is back', () => {
    const held: readonly MseEvent[] = [...streaming, { type: 'held', isHeld: true, nowMs: 1_000 }];
    expect(done([...held, tick(60_000, 0)])).toEqual([]);
    const released: readonly MseEvent[] = [...held, { type: 'held', isHeld: false, nowMs: 60_000 }];
    expect(done([...released, tick(67_000, 0)])).toEqual([]);
    expect(done([...released, tick(68_001, 0)])).toContain('wait');
  });
});

describe('a return', () => {
  const waiting: readonly MseEvent[] = [...streaming, closed(1006)];

  test('of the model is looked for at once, not at the next attempt', () =>
    expect(
      after([
        { type: 'held', isHeld: true, nowMs: 0 },
        ...waiting,
        { type: 'held', isHeld: false, nowMs: 5_000 },
      ]),
    ).toMatchObject({ state: { kind: 'asking', memory: { attempt: 0 } }, commands: [{ do: 'ask' }] }));

  test('from sleep asks at once where nothing is connected, else gives the socket two seconds', () => {
    expect(done([...waiting, { type: 'woken', nowMs: 9_000 }])).toEqual(['ask']);
    const woken: readonly MseEvent[] = [...streaming, { type: 'woken', nowMs: 9_000 }];
    expect(done(woken)).toEqual(['look-after-wake']);
    expect(done([...woken, { type: 'wake-over', heardAtMs: 9_500, isStarted: true }])).toEqual([]);
    expect(done([...woken, { type: 'wake-over', heardAtMs: 8_500, isStarted: true }])).toContain('wait');
  });

  test('from sleep says nothing of a socket that was opened after it', () => {
    const opened: readonly MseEvent[] = [
      ...streaming,
      { type: 'woken', nowMs: 9_000 },
      closed(1006),
      { type: 'retry-due' },
      { type: 'granted', grant },
      { type: 'wake-over', heardAtMs: 8_500, isStarted: false },
    ];
    expect(done(opened)).toEqual([]);
  });
});

test('what is over stays over', () => {
  const { state } = after([...streaming, { type: 'stop' }]);
  expect(stepMse(state, { type: 'retry-due' })).toEqual([{ kind: 'over' }, []]);
  expect(stepMse(state, { type: 'granted', grant })).toEqual([{ kind: 'over' }, []]);
});
