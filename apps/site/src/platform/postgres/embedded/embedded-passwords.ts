import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, type EmbeddedConnections, OWNER, SITE_ROLE } from './embedded-connection.ts';

/** Passwords of the two roles of an embedded server. */
export interface EmbeddedPasswords {
  readonly owner: string;
  readonly site: string;
}

const FILE = 'database-passwords';

/** The file of the passwords of a data directory. */
export const passwordsIn = (dataDir: string): string => join(dataDir, FILE);

/** Passwords that nobody can guess, made of letters and digits. */
export const makePasswords = (): EmbeddedPasswords => ({
  owner: randomBytes(24).toString('hex'),
  site: randomBytes(24).toString('hex'),
});

/**
 * Stores the passwords beside the cluster, readable only by the user of this process; written completely or not at all.
 */
export function keepPasswords(dataDir: string, passwords: EmbeddedPasswords): void {
  const file = passwordsIn(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * The passwords of a data directory; undefined where the server has none yet.
 * @throws Error when the file cannot be read by this user, or is not JSON
 */
export function findPasswords(dataDir: string): EmbeddedPasswords | undefined {
  const file = passwordsIn(dataDir);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedPasswords;
}

/** How both roles reach a server that listens in the given folder. */
export function connectionsOf(host: string, port: number, passwords: EmbeddedPasswords): EmbeddedConnections {
  const at = { host, port, database: DATABASE };
  return {
    connection: { ...at, user: SITE_ROLE, password: passwords.site },
    owner: { ...at, user: OWNER, password: passwords.owner },
  };
}
