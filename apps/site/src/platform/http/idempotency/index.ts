export { readIdempotencyKey, runOnce } from './idempotency.ts';
export { digestOf, type IdempotencyStore, makeIdempotencyStore } from './idempotency-store.ts';
