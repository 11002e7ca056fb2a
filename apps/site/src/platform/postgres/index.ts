export { askByKey, askTogether } from './ask-together.ts';
export {
  type EmbeddedConnections,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  FORMER_ID,
  type FoundPostgres,
  giveTo,
  prepareDataDirectory,
  prepareEmbeddedPostgres,
  requireTraversable,
  type SocketConnection,
  startEmbeddedPostgres,
  withEmbeddedPostgres,
} from './embedded/index.ts';
export { assertDurable } from './assert-durable.ts';
export { databaseNow } from './clock-store.ts';
export { type Database, type DatabaseConnection, openDatabase, type Transaction } from './database.ts';
export { isConflict } from './is-conflict.ts';
export { isOutage } from './is-outage.ts';
export { isReachable } from './is-reachable.ts';
export { type DatabaseRoles, JOBS_SCHEMA, prepareDatabase } from './schema/index.ts';
export { listenTo } from './listen-to.ts';
export { readServerHealth, type ServerHealth } from './server-health.ts';
export { untilReadable } from './until-readable.ts';
