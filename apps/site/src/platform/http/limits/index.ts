export { type Brake, makeBrake } from './brake.ts';
export {
  type FairQueue,
  makeCostlyQueue,
  makeFairQueue,
  type QueueLimits,
  type QueueRefusal,
} from './fair-queue.ts';
export { inTurn, limitRate } from './limit-call.ts';
export { DEMO_FACTOR, makeRateLimiter, type RateLimiter } from './rate-limit.ts';
export { makeRateStore, type RateStore } from './rate-store.ts';
export { readRest } from './read-rest.ts';
export { type BodyLimits, hasBody, limitSlowBodies } from './slow-bodies.ts';
