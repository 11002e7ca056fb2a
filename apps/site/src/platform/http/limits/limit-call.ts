import type { Call, RateClass } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Brake } from './brake.ts';
import type { FairQueue } from './fair-queue.ts';
import type { RateLimiter } from './rate-limit.ts';

interface CallLimits {
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  /** Calls that cost much are done few at a time. */
  readonly costly: FairQueue;
  /** Loopback addresses get a larger share: demo and tests come from one machine. */
  readonly isGenerousToLoopback: boolean;
}

/** Classes whose calls hash passwords, redraw pictures or collect very much data. */
const COSTLY: ReadonlySet<RateClass> = new Set<RateClass>(['auth', 'upload', 'heavy']);

/** Handles a call, a costly one when it is the turn of the caller's network. @throws where too many wait already */
export async function inTurn<T>(
  { rate }: Pick<Call, 'rate'>,
  caller: Caller,
  { costly }: Pick<CallLimits, 'costly'>,
  handle: () => Promise<T>,
): Promise<T> {
  if (!COSTLY.has(rate)) return handle();
  const done = await costly.run(caller.network, async () => ({ answer: await handle() }));
  if (done === 'too_many') throw new AppError('common.rate_limited', { params: { retry_after_seconds: 1 } });
  if (done === 'busy') throw new AppError('common.unavailable');
  return done.answer;
}

/** Counts a call for its caller, and says what is left. @throws common.rate_limited */
export async function limitRate(
  { rate }: Pick<Call, 'rate'>,
  caller: Caller,
  limits: CallLimits,
  reply: FastifyReply,
): Promise<void> {
  const isGenerous = limits.isGenerousToLoopback && caller.isLoopback;
  const who = caller.isLoggedIn && rate !== 'auth' ? caller.key : caller.network;
  const decision = await limits.rateLimiter.take(rate, who, isGenerous);
  void reply.headers({
    'ratelimit-limit': decision.limit,
    'ratelimit-remaining': decision.remaining,
    'ratelimit-reset': decision.resetSeconds,
  });
  if (decision.isAllowed) return;
  await limits.brake.hold(caller.network);
  throw new AppError('common.rate_limited', { params: { retry_after_seconds: decision.resetSeconds } });
}
