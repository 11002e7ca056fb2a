import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withEmbeddedPostgres } from '../../platform/postgres/index.ts';
import { ConfigError, readSettings } from '../config.ts';

/* Only finds the database of the settings; what adds up shares no code with the site. */

const program = fileURLToPath(new URL('./recount-ledger.mjs', import.meta.url));

/** Runs the outside program on a database. @returns its exit code */
async function recountIn(where: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...where }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

try {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const code = databaseUrl
    ? await recountIn({ DATABASE_URL: databaseUrl })
    : await withEmbeddedPostgres(dataDir, ({ connection }) =>
        recountIn({
          PGHOST: connection.host,
          PGPORT: String(connection.port),
          PGUSER: connection.user,
          PGPASSWORD: connection.password,
          PGDATABASE: connection.database,
        }),
      );
  if (code === undefined) process.stdout.write('There is no database yet: start the site once.\n');
  process.exitCode = code ?? 1;
} catch (error) {
  process.stdout.write(
    `${error instanceof ConfigError ? error.message : `The database cannot be reached: ${String(error)}`}\n`,
  );
  process.exitCode = 1;
}
