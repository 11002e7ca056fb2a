import { readFileSync } from 'node:fs';
import { makeLog } from '@klieg/log';
import { ConfigError, readConfig } from './config.ts';
import { start } from './start.ts';
import { startMediaRole } from './start-media-role.ts';

const STOP_MS = 10_000;
const log = makeLog({ part: 'site' });
const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const isDev = process.argv.includes('--dev');
  const dev = isDev ? await (await import('./dev-pages.ts')).startDevPages() : undefined;
  const site = config.roles.has('site')
    ? await start(config, { log, version, ...(dev && { dev }) })
    : undefined;
  const running = site ?? (await startMediaRole(config, { log }));

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void running
      .stop()
      .then(() => dev?.close())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  if (site?.isDemo) say(`demo accounts (password ${site.demoPassword}): ${site.demoAccounts.join(', ')}`);
  say(`ready ${running.url}`);
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`Klieg cannot start:\n${error.message}\n`);
  else log.error({ err: error }, 'Klieg cannot start');
  process.exit(1);
}
