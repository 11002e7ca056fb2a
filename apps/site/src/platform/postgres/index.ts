export { askByKey, askTogether } from './ask-together.ts';
export { assertDurable } from './assert-durable.ts';
export { type Database, type DatabaseConnection, openDatabase, type Transaction } from './database.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres, type SocketConnection } from './embedded-postgres.ts';
export { isReachable } from './is-reachable.ts';
export { migrate } from './migrate.ts';
