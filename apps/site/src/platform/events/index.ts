export { type Fact, fact, type FactHandler, when } from './fact.ts';
export { makeNotices, type Notice, notice, type Notices } from './notice.ts';
export { type FactReader, makeOutbox, type Outbox } from './outbox.ts';
export { watchOutbox } from './outbox-metrics.ts';
