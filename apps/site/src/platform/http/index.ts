export {
  answerError,
  faultsOf,
  instantCursor,
  makeRefuseUnknown,
  renderApiPage,
  servePlanned,
  uuidCursor,
  textPdfOf,
} from './answers/index.ts';
export { watchCalls } from './call-metrics.ts';
export {
  type CallContext,
  type CallRouterOptions,
  type Conditions,
  type Handler,
  type Handlers,
  type Policy,
  serveCalls,
} from './call-router.ts';
export type { Caller, CookieChange } from './caller.ts';
export { csrfTokenOf } from './cross-site.ts';
export { describeApi } from './openapi.ts';
export { makeHttpServer } from './http-server.ts';
export { type IdempotencyStore, makeIdempotencyStore } from './idempotency/index.ts';
export {
  type Brake,
  DEMO_FACTOR,
  type FairQueue,
  makeBrake,
  makeCostlyQueue,
  makeFairQueue,
  makeRateLimiter,
  makeRateStore,
  type QueueLimits,
  type QueueRefusal,
  type RateLimiter,
  type RateStore,
} from './limits/index.ts';
export { isHostOf } from './is-host-of.ts';
export { readCookie } from './read-cookie.ts';
