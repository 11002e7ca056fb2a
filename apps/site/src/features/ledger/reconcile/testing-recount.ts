import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const outside = fileURLToPath(new URL('../../../app/recount/recount-ledger.mjs', import.meta.url));

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** What somebody says who adds all of it up again with rules of his own; ends with "everything adds up" where it does. */
export function recount({ host, port, user, password, database }: Connection): string {
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
  };
  const { stdout, stderr } = spawnSync(process.execPath, [outside], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}
