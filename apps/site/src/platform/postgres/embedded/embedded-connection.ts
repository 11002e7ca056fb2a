/** What `pg` needs to reach an embedded server; host is the folder of its socket. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The two ways into an embedded database. */
export interface EmbeddedConnections {
  /** The role of the running site: reads and writes rows, and can change no table. */
  readonly connection: SocketConnection;
  /** The role that owns everything: it migrates and makes backups. */
  readonly owner: SocketConnection;
}

/** The role that made the server and owns everything in it. */
export const OWNER = 'klieg';
/** The role of the running site. */
export const SITE_ROLE = 'klieg_site';
export const DATABASE = 'klieg';
