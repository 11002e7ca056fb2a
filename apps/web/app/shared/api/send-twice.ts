import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';

const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.httpStatus === 0;

/** Sends once more under the same key where the answer was lost: nobody pays twice. @throws what the call throws */
export async function sendTwice<T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = uuidv7();
  try {
    return await send(key);
  } catch (error) {
    if (isUnanswered(error)) return send(key);
    throw error;
  }
}
