import { setTimeout as wait } from 'node:timers/promises';
import { assert } from '@klieg/kernel';

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks that one statement answers; more make another. */
const COUNT_MAX = 500;

/**
 * Between two queries of one kind pass this many milliseconds per ask in the first, so that a single ask is answered at
 * once and a crowd is grouped.
 */
const GAP_MS = 1;
const GAP_MAX_MS = 25;

/**
 * Combines many asks at nearly the same time into one database query: an ask waits until the end of the event loop's
 * turn; soon after an earlier query, until that is answered and a few milliseconds old. Every query is sent after all
 * of its asks were made, so that no answer is older than its ask.
 * @param readMany answers for all asks, in their order; if it fails, all of them fail
 */
export function askTogether<Ask, Answer>(
  readMany: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let isBusy = false;

  const send = async (batch: readonly Waiting<Ask, Answer>[]) => {
    try {
      const answers = await readMany(batch.map(({ ask }) => ask));
      assert(answers.length === batch.length, `${answers.length} answers to ${batch.length} asks`);
      batch.forEach(({ resolve }, at) => resolve(answers[at]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const run = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      await new Promise(setImmediate);
      const batch = waiting.slice(0, COUNT_MAX);
      waiting = waiting.slice(COUNT_MAX);
      const gap = batch.length < COUNT_MAX ? wait(Math.min(GAP_MAX_MS, batch.length * GAP_MS)) : undefined;
      await send(batch);
      await gap;
    }
    isBusy = false;
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (!isBusy) void run();
    });
}

/**
 * `askTogether` for values that are the same for every asker: each key is queried once, and all askers get the same
 * object, which nobody may change.
 * @param readMany the values by key; missing ones are undefined
 */
export const askByKey = <Key, Value>(
  readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) =>
  askTogether(async (keys: readonly Key[]) => {
    const values = await readMany([...new Set(keys)]);
    return keys.map((key) => values.get(key));
  });
