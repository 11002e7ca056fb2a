import { readFileSync } from 'node:fs';
import { makeLog } from '@klieg/log';
import { confinementFault } from '@klieg/processes';
import { isOutage } from '../platform/postgres/index.ts';
import { closeAll } from './close-all.ts';
import { AgeRulesError } from '../features/age-check/index.ts';
import { ConfigError, readStartConfig } from './config.ts';
import { leaveRoot, mustLeaveRoot } from './leave-root.ts';
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

// A question that nobody waits for may fail while the database is away; that ends nothing. Anything else is a bug and
// ends the process, as it does without this.
process.on('unhandledRejection', (error) => {
  if (!isOutage(error)) throw error;
  log.error({ err: error }, 'a question found the database away');
});

try {
  const config = readStartConfig(process.env);
  const isDev = process.argv.includes('--dev');
  // Development builds into the folders of whoever works on it.
  if (!isDev && mustLeaveRoot()) await leaveRoot(config, log);
  const fault = confinementFault();
  if (fault !== undefined)
    log.warn({ fault }, 'processes that read what strangers send run without a filter for system calls');
  const dev = isDev ? await (await import('./dev-pages.ts')).startDevPages() : undefined;
  const site = config.roles.has('site')
    ? await start(config, { log, version, ...(dev && { dev }) })
    : undefined;
  const running = site ?? (await startMediaRole(config, { log }));

  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await closeAll([async () => dev?.close(), () => running.stop()], log);
    process.exit(0);
  };
  let isStopping = false;
  /** First all who watch and send are sent to other machines; whoever asks twice does not wait for that. */
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    if (isStopping) ending ??= end();
    else void closeAll([running.drain], log).then(() => (ending ??= end()));
    isStopping = true;
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  if (site?.isDemo) say(`demo accounts (password ${site.demoPassword}): ${site.demoAccounts.join(', ')}`);
  if (site?.ownerUrl)
    say(`This site has no administrator. Open this, once and until the next start: ${site.ownerUrl}`);
  if (site?.encoderNotice) say(site.encoderNotice);
  say(`ready ${running.url}`);
} catch (error) {
  if (error instanceof ConfigError || error instanceof AgeRulesError)
    process.stderr.write(`Klieg cannot start:\n${error.message}\n`);
  else log.error({ err: error }, 'Klieg cannot start');
  process.exit(1);
}
