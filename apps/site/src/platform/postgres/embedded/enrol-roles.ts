import { spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { Log } from '@klieg/kernel';
import pg from 'pg';
import type { RunAs } from './data-directory.ts';
import { OWNER, SITE_ROLE } from './embedded-connection.ts';
import type { EmbeddedPasswords } from './embedded-passwords.ts';
import { embeddedSettings } from './postgres-settings.ts';
import { launchServer, serverEnvironment } from './server-process.ts';

/** A cluster of PostgreSQL that no server runs on. */
export interface StoppedCluster {
  /** The folder with `bin`. */
  readonly native: string;
  readonly cluster: string;
  readonly runAs: RunAs;
}

/** Who may connect: both roles by password, nobody by trust. */
const ACCESS = '# Written by Klieg.\nlocal all all scram-sha-256\n';
/** While the roles get their passwords: through a folder that only the server's user can enter. */
const ACCESS_OF_OWNER = `local postgres ${OWNER} trust\n`;
const PRIVATE = 0o700;

const statementsOf = ({ owner, site }: EmbeddedPasswords): readonly string[] => [
  // Repeated hashing protects passwords that can be guessed; these cannot, and every connection would pay for it.
  'set scram_iterations = 1',
  `alter role ${OWNER} password '${owner}'`,
  `do $$ begin if not exists (select from pg_roles where rolname = '${SITE_ROLE}')
     then create role ${SITE_ROLE}; end if; end $$`,
  `alter role ${SITE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${site}'`,
];

/**
 * Gives the roles of a stopped cluster these passwords, makes the site's role if missing, and lets nobody in without a
 * password afterwards. Works for a new cluster, for one that let everybody in, and for one whose passwords were lost,
 * such as a restored backup; a repeat does no harm.
 * @param host a folder for the socket, which belongs only to the server's user after this
 * @throws Error with what the server said
 */
export async function enrolRoles(
  stopped: StoppedCluster,
  passwords: EmbeddedPasswords,
  { host, log }: { readonly host: string; readonly log: Log },
): Promise<void> {
  await closeAccess(stopped);
  chmodSync(host, PRIVATE);
  const accessFile = `${stopped.cluster}.access`;
  writeFileSync(accessFile, ACCESS_OF_OWNER, { mode: 0o644 });
  const settings = { ...embeddedSettings, unix_socket_directories: host, hba_file: accessFile };
  try {
    const server = await launchServer({ ...stopped, settings, log });
    try {
      await tell({ host, user: OWNER, database: 'postgres' }, statementsOf(passwords));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(accessFile, { force: true });
  }
}

/** Writes the rule of the cluster's own file, which every other start reads. */
async function closeAccess({ cluster, runAs }: StoppedCluster): Promise<void> {
  // The shell writes as the database's user, so that a link in that user's folder leads root nowhere.
  const script = 'umask 077; cat > "$1/pg_hba.conf.new" && mv "$1/pg_hba.conf.new" "$1/pg_hba.conf"';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster], {
    ...runAs,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  shell.stdin.end(ACCESS);
  const [code] = (await once(shell, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The access file of ${cluster} could not be written`);
}

async function tell(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
