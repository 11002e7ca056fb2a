export { assertDurable } from './assert-durable.ts';
export { type Database, type DatabaseConnection, openDatabase } from './database.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres, type SocketConnection } from './embedded-postgres.ts';
export { migrate } from './migrate.ts';
