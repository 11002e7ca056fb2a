import { describe, expect, test } from 'vitest';
import { stepWhep, type WhepCommand, type WhepEvent, whepStart, type WhepState } from './whep-machine.ts';

function after(events: readonly WhepEvent[]): { state: WhepState; commands: readonly WhepCommand[] } {
  let state: WhepState = whepStart;
  let commands: readonly WhepCommand[] = [];
  for (const event of events) [state, commands] = stepWhep(state, event);
  return { state, commands };
}
const done = (events: readonly WhepEvent[]) => after(events).commands.map((command) => command.do);

const opened: WhepEvent = { type: 'opened', nowMs: 0 };
const failed: WhepEvent = { type: 'open-failed', isOffline: false };
const tick = (nowMs: number, connection: RTCPeerConnectionState = 'connected'): WhepEvent => ({
  type: 'tick',
  nowMs,
  connection,
});
const counted = (nowMs: number, bytesReceived: number): WhepEvent => ({
  type: 'counted',
  nowMs,
  bytesReceived,
});

describe('a session', () => {
  test('that cannot be opened is tried again, and after three in a row given up', () => {
    expect(after([failed]).commands).toEqual([
      { do: 'drop' },
      { do: 'tell', state: { kind: 'reconnecting', attempt: 0 } },
      { do: 'wait', attempt: 0 },
    ]);
    const again: readonly WhepEvent[] = [failed, { type: 'retry-due' }];
    expect(done([...again, ...again, failed])).toContain('wait');
    expect(after([...again, ...again, ...again, failed])).toEqual({
      state: { kind: 'over' },
      commands: [{ do: 'give-up' }],
    });
  });

  test('is waited for where the stream is only away, or the room waits for its model', () => {
    const away: readonly WhepEvent[] = [{ type: 'open-failed', isOffline: true }, { type: 'retry-due' }];
    expect(done([...away, ...away, ...away, ...away, failed])).toContain('wait');
    const again: readonly WhepEvent[] = [failed, { type: 'retry-due' }];
    const held: WhepEvent = { type: 'held', isHeld: true, nowMs: 0 };
    expect(done([held, ...again, ...again, ...again, ...again, failed])).toContain('wait');
  });

  test('whose picture moves begins to count anew', () =>
    expect(
      after([failed, { type: 'retry-due' }, opened, { type: 'played' }, tick(9_000)]).commands,
    ).toContainEqual({ do: 'wait', attempt: 0 }));

  test('is broken when the connection has failed or is disturbed for three seconds', () => {
    expect(done([opened, tick(1_000, 'failed')])).toContain('drop');
    expect(done([opened, tick(1_000, 'disconnected'), tick(4_000, 'disconnected')])).toEqual(['count']);
    expect(done([opened, tick(1_000, 'disconnected'), tick(4_001, 'disconnected')])).toContain('drop');
    expect(done([opened, tick(1_000, 'disconnected'), tick(2_000), tick(4_001, 'disconnected')])).toEqual([
      'count',
    ]);
  });

  test('is broken when nothing came for eight seconds, unless the room waits for its model', () => {
    expect(done([opened, counted(1_000, 500), tick(9_000)])).toEqual(['count']);
    expect(done([opened, counted(1_000, 500), counted(5_000, 500), tick(9_001)])).toContain('drop');
    const held: WhepEvent = { type: 'held', isHeld: true, nowMs: 1_000 };
    expect(done([opened, held, tick(30_000)])).toEqual(['count']);
    const released: WhepEvent = { type: 'held', isHeld: false, nowMs: 30_000 };
    expect(done([opened, held, released, tick(38_000)])).toEqual(['count']);
    expect(done([opened, held, released, tick(38_001)])).toContain('drop');
  });
});

describe('a token', () => {
  const kept = counted(39_000, 500);

  test('is renewed after 40 seconds, and five seconds later where no answer came', () => {
    expect(done([opened, kept, tick(39_999)])).toEqual(['count']);
    expect(done([opened, kept, tick(40_000)])).toEqual(['renew-token', 'count']);
    expect(done([opened, kept, tick(40_000), tick(44_999)])).toEqual(['count']);
    expect(done([opened, kept, tick(40_000), tick(45_000)])).toEqual(['renew-token', 'count']);
    const renewed: WhepEvent = { type: 'token-renewed', nowMs: 40_100 };
    expect(done([opened, kept, tick(40_000), renewed, tick(45_000)])).toEqual(['count']);
  });

  test('that the session refuses leads to another session, a right that is gone ends it', () => {
    expect(done([opened, { type: 'token-refused' }])).toContain('wait');
    expect(after([opened, { type: 'refused', reason: 'rooms.banned' }]).commands).toEqual([
      { do: 'end', state: { kind: 'refused', reason: 'rooms.banned' } },
    ]);
  });
});

test('who wakes is connected at once, where nothing is open or on its way', () => {
  expect(done([failed, { type: 'woken' }])).toEqual(['connect']);
  expect(done([{ type: 'woken' }])).toEqual([]);
  expect(done([opened, { type: 'woken' }])).toEqual([]);
});

test('what is over stays over', () => {
  const { state } = after([opened, { type: 'stop' }]);
  expect(stepWhep(state, { type: 'retry-due' })).toEqual([{ kind: 'over' }, []]);
});
