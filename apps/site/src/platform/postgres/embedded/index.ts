export { FORMER_ID, giveTo, prepareDataDirectory, requireTraversable } from './data-directory.ts';
export type { EmbeddedConnections, SocketConnection } from './embedded-connection.ts';
export {
  type EmbeddedPostgres,
  prepareEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
export { findEmbeddedPostgres, type FoundPostgres, withEmbeddedPostgres } from './find-embedded-postgres.ts';
export { fastUnsafeSettings } from './postgres-settings.ts';
