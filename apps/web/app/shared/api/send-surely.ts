import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';

/** Answers that leave the result of a press unknown: it may be paid, or be on its way. */
const UNDECIDED: ReadonlySet<string> = new Set([
  'common.unreachable',
  'common.idempotency_in_flight',
  'common.unavailable',
  'common.internal',
]);
const WAITS_MS = [300, 1_000, 2_000];

/** Presses that ended without a decision, with the keys under which they were sent. */
const undecided = new Map<string, string>();

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a payment, and retries under the same key while its result is unknown. If it stays unknown, the next press for
 * the same thing uses the same key again: nobody pays twice.
 * @param wish what is wanted; presses with equal texts are the same wish
 * @throws what the call throws
 */
export async function sendSurely<T>(
  wish: readonly unknown[],
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(wish);
  const key = undecided.get(name) ?? uuidv7();
  undecided.delete(name);
  for (const waitMs of [...WAITS_MS, undefined])
    try {
      return await send(key);
    } catch (error) {
      if (!(error instanceof CallError) || !UNDECIDED.has(error.code)) throw error;
      if (waitMs === undefined) {
        undecided.set(name, key);
        throw error;
      }
      await wait(waitMs);
    }
  throw new Error('the last try returns or throws');
}
