export { renderApiPage } from './api-page.ts';
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
export { answerError } from './error-answer.ts';
export { makeHttpServer } from './http-server.ts';
export { type IdempotencyStore, makeIdempotencyStore } from './idempotency-store.ts';
export { describeApi } from './openapi.ts';
export { servePlanned } from './planned-calls.ts';
export { makeRateStore, type RateStore } from './rate-store.ts';
export { makeRateLimiter, type RateLimiter } from './rate-limit.ts';
export { readCookie } from './read-cookie.ts';
export { makeRefusalOfUnknown } from './unknown-route.ts';
