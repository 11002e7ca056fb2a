import { CallError } from '@klieg/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendSurely } from './send-surely.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (code: string, httpStatus = 409) =>
  new CallError(httpStatus, { code, message: code } as never);
const lost = () => new CallError(0, undefined);

/** A server that answers by these, one after the other; the last goes on. @returns keys of what it was asked */
function serverOf(...answers: readonly (CallError | string)[]) {
  const keys: string[] = [];
  const send = async (key: string): Promise<string> => {
    const answer = answers[Math.min(keys.push(key), answers.length) - 1]!;
    if (typeof answer !== 'string') throw answer;
    return answer;
  };
  return { keys, send };
}
/** What comes of it, when all waiting is over. */
async function outcomeOf(wish: string, send: (key: string) => Promise<string>): Promise<string> {
  const sent = sendSurely([wish], send).catch((error: unknown) => (error as CallError).code);
  await vi.runAllTimersAsync();
  return sent;
}

test.each([lost(), refusal('common.idempotency_in_flight'), refusal('common.unavailable', 503)])(
  'what is not decided is asked again under the same key: %s',
  async (undecided) => {
    const { keys, send } = serverOf(undecided, undecided, 'paid');
    expect(await outcomeOf('again', send)).toBe('paid');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  },
);

test('where it stays unknown the next press of the same wish has the same key, that of another one has not', async () => {
  const down = serverOf(lost());
  expect(await outcomeOf('tip 25', down.send)).toBe('common.unreachable');
  const other = serverOf('paid');
  expect(await outcomeOf('tip 50', other.send)).toBe('paid');
  const up = serverOf('paid');
  expect(await outcomeOf('tip 25', up.send)).toBe('paid');
  expect(up.keys[0]).toBe(down.keys[0]);
  expect(other.keys[0]).not.toBe(down.keys[0]);
  // Decided: the press after it is a new one.
  const third = serverOf('paid');
  await outcomeOf('tip 25', third.send);
  expect(third.keys[0]).not.toBe(down.keys[0]);
});

test('a refusal is a decision: it is told at once, and the next press is a new one', async () => {
  const first = serverOf(refusal('ledger.not_enough_tokens', 402));
  expect(await outcomeOf('ticket', first.send)).toBe('ledger.not_enough_tokens');
  const second = serverOf('paid');
  await outcomeOf('ticket', second.send);
  expect([first.keys.length, second.keys[0] === first.keys[0]]).toEqual([1, false]);
});

test('two presses at once are two', async () => {
  const { keys, send } = serverOf('paid');
  await Promise.all([outcomeOf('twice', send), outcomeOf('twice', send)]);
  expect(new Set(keys).size).toBe(2);
});
