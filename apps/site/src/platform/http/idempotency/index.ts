export { findAnswer, readIdempotencyKey, runOnce } from './idempotency.ts';
export {
  digestOf,
  type IdempotencyStore,
  makeIdempotencyStore,
  type StoredAnswer,
} from './idempotency-store.ts';
