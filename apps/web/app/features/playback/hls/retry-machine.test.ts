import { expect, test } from 'vitest';
import {
  type RetryCommand,
  type RetryEvent,
  retryStart,
  type RetryState,
  stepRetry,
} from './retry-machine.ts';

function after(events: readonly RetryEvent[]): { state: RetryState; commands: readonly RetryCommand[] } {
  let state: RetryState = retryStart;
  let commands: readonly RetryCommand[] = [];
  for (const event of events) [state, commands] = stepRetry(state, event);
  return { state, commands };
}
const done = (events: readonly RetryEvent[]) => after(events).commands.map((command) => command.do);

const failed: RetryEvent = { type: 'failed', isMendable: false };
const again: readonly RetryEvent[] = [failed, { type: 'retry-due' }];

test('a failure is followed by another attempt, and four without a picture by another way', () => {
  expect(after([failed]).commands).toEqual([
    { do: 'unload' },
    { do: 'tell', state: { kind: 'reconnecting', attempt: 0 } },
    { do: 'wait', attempt: 0 },
  ]);
  expect(done(again)).toEqual(['load']);
  expect(done([...again, ...again, ...again, failed])).toContain('wait');
  expect(after([...again, ...again, ...again, ...again, failed])).toEqual({
    state: { kind: 'over' },
    commands: [{ do: 'give-up' }],
  });
});

test('a picture that moves lets attempts count anew', () =>
  expect(done([...again, ...again, ...again, ...again, { type: 'played' }, failed])).toContain('wait'));

test('while the room waits for its model attempts do not come to an end', () => {
  const held: RetryEvent = { type: 'held', isHeld: true };
  expect(done([held, ...again, ...again, ...again, ...again, failed])).toContain('wait');
});

test('a decoder that failed is mended once, then all is loaded anew', () => {
  const decoder: RetryEvent = { type: 'failed', isMendable: true };
  expect(done([decoder])).toEqual(['mend']);
  expect(done([decoder, decoder])).toEqual(['unload', 'tell', 'wait']);
  expect(done([decoder, { type: 'played' }, decoder])).toEqual(['mend']);
});

test('who wakes goes on with what is loaded, or loads at once', () => {
  expect(done([{ type: 'woken' }])).toEqual(['resume']);
  expect(done([failed, { type: 'woken' }])).toEqual(['load']);
});

test('a right that is gone ends it, and what is over stays over', () => {
  const { state, commands } = after([{ type: 'refused', reason: 'rooms.banned' }]);
  expect(commands).toEqual([{ do: 'end', state: { kind: 'refused', reason: 'rooms.banned' } }]);
  expect(stepRetry(state, { type: 'retry-due' })).toEqual([{ kind: 'over' }, []]);
  expect(stepRetry(retryStart, { type: 'stop' })).toEqual([{ kind: 'over' }, []]);
});
