import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SocketConnection } from '../apps/site/src/platform/postgres/index.ts';

const run = promisify(execFile);

/** The way in which PostgreSQL's own programs take a password. */
const withPassword = ({ password }: SocketConnection) => ({ ...process.env, PGPASSWORD: password });

export interface PgbenchRun {
  readonly clients: number;
  readonly seconds: number;
  readonly protocol: 'simple' | 'prepared';
}

/** PostgreSQL's own benchmark: one TPC-B-like transaction is three updates, a select and an insert. */
export interface Pgbench {
  initialize(connection: SocketConnection, scale: number): Promise<void>;
  /** Transactions per second. */
  measure(connection: SocketConnection, options: PgbenchRun): Promise<number>;
}

/** Uses an installed pgbench, or takes it out of Debian's server package without installing that. */
export async function preparePgbench(): Promise<Pgbench> {
  const program = findProgram('/usr/lib/postgresql') ?? (await fetchProgram());
  const target = (connection: SocketConnection): string[] => [
    '-h',
    connection.host,
    '-p',
    String(connection.port),
    '-U',
    connection.user,
  ];
  return {
    async initialize(connection, scale) {
      await run(program, ['-i', '-q', '-s', String(scale), ...target(connection), connection.database], {
        env: withPassword(connection),
      });
    },
    async measure(connection, { clients, seconds, protocol }) {
      const load = ['-c', String(clients), '-j', '2', '-T', String(seconds), '-M', protocol];
      const { stdout } = await run(program, [...load, ...target(connection), connection.database], {
        env: withPassword(connection),
      });
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (!tps) throw new Error(`pgbench told no rate: ${stdout}`);
      return Number(tps);
    },
  };
}

function findProgram(folder: string): string | undefined {
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(folder, version, 'bin', 'pgbench')).find((path) => existsSync(path));
}

async function fetchProgram(): Promise<string> {
  const folder = join(tmpdir(), 'klieg-pgbench');
  const unpacked = join(folder, 'unpacked');
  const present = findProgram(join(unpacked, 'usr/lib/postgresql'));
  if (present) return present;
  mkdirSync(unpacked, { recursive: true });
  const { stdout } = await run('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+$']);
  const name = stdout.split('\n')[0]?.split(' ')[0];
  if (!name) throw new Error('There is no pgbench here, and no Debian package to take it from.');
  await run('apt-get', ['download', name, 'libpq5'], { cwd: folder });
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(folder, file), unpacked]);
  }
  const found = findProgram(join(unpacked, 'usr/lib/postgresql'));
  if (!found) throw new Error(`${name} holds no pgbench`);
  return found;
}
