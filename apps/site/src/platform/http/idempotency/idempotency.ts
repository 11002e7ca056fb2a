import { AppError, type Clock, isUuidV7, type Uuid, uuidTimeMs } from '@klieg/kernel';
import { errorSpecs, type ErrorCode } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { IdempotencyStore, StoredAnswer } from './idempotency-store.ts';

const OLDEST_MS = DAY_MS;
const AHEAD_MS = 5 * 60_000;
/** Kinds that decided nothing: the same key may be used again (section 2.4). */
const NOT_STORED = new Set([
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'unavailable',
  'internal',
]);

/** The key of a header, or why it is none. */
function keyOf(header: string | string[] | undefined, clock: Clock): Uuid | { readonly reason: string } {
  if (typeof header !== 'string' || header === '') return { reason: 'missing' };
  if (!isUuidV7(header)) return { reason: 'malformed' };
  const age = clock.now() - uuidTimeMs(header);
  return age > OLDEST_MS || age < -AHEAD_MS ? { reason: 'expired' } : header;
}

/** @throws common.idempotency_key_invalid with params.reason missing, malformed or expired */
export function readIdempotencyKey(header: string | string[] | undefined, clock: Clock): Uuid {
  const key = keyOf(header, clock);
  if (typeof key === 'object') throw new AppError('common.idempotency_key_invalid', { params: key });
  return key;
}

/** What was decided under a key for the same request; undefined for nothing, and for what is no key. */
export async function findAnswer(
  store: Pick<IdempotencyStore, 'find'>,
  asked: { readonly scope: string; readonly header: string | string[] | undefined; readonly digest: Buffer },
  clock: Clock,
): Promise<StoredAnswer | undefined> {
  const key = keyOf(asked.header, clock);
  return typeof key === 'object' ? undefined : store.find(asked.scope, key, asked.digest);
}

const isStored = (error: unknown): boolean =>
  error instanceof AppError && !NOT_STORED.has(errorSpecs[error.code as ErrorCode]?.kind ?? 'internal');

/**
 * Runs a spending call once per key. A repeat gets the stored answer, a running one and a key with
 * another body are refused.
 * @param toAnswer turns success or refusal into the bytes that every repeat will get
 * @throws common.idempotency_key_reused, common.idempotency_in_flight
 */
export async function runOnce(
  store: IdempotencyStore,
  request: { readonly scope: string; readonly key: Uuid; readonly digest: Buffer },
  run: () => Promise<StoredAnswer>,
  toAnswer: (error: unknown) => StoredAnswer,
): Promise<StoredAnswer & { readonly isReplayed: boolean }> {
  const { scope, key, digest } = request;
  const claim = await store.claim(scope, key, digest);
  if (claim.kind === 'reused') throw new AppError('common.idempotency_key_reused');
  if (claim.kind === 'in_flight')
    throw new AppError('common.idempotency_in_flight', { params: { retry_after_seconds: 1 } });
  if (claim.kind === 'answered') return { ...claim.answer, isReplayed: true };
  let answer: StoredAnswer;
  try {
    answer = await run();
  } catch (error) {
    if (!isStored(error)) {
      await store.release(scope, key);
      throw error;
    }
    answer = toAnswer(error);
  }
  await store.answer(scope, key, answer);
  return { ...answer, isReplayed: false };
}
