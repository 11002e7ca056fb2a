import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Log, silentLog, systemClock } from '@klieg/kernel';
import { openBus } from '../platform/bus/index.ts';
import { makeMetrics } from '../platform/metrics/metrics.ts';
import { openDatabase } from '../platform/postgres/index.ts';
import { composeSite } from './compose-site.ts';
import { readConfig } from './config.ts';
import { makeMediaDoor } from './media-door.ts';

/*
 * A site of one process without pages and media, for tests and measurements that need several, or one
 * that can be killed. Argument 1 is a NodePlan as JSON; says `ready` when it serves.
 */

export interface NodePlan {
  readonly connection: Parameters<typeof openDatabase>[0];
  readonly env: Readonly<Record<string, string>>;
}

const plan = JSON.parse(process.argv[2] ?? '') as NodePlan;
const config = readConfig(plan.env);
const bus = await openBus(config.busUrl, silentLog);
/** What the site takes for its own fault. */
const errors: string[] = [];
const log: Log = {
  ...silentLog,
  error: ({ err }, message) =>
    void (errors.length < 20 && errors.push(`${message}: ${err instanceof Error ? err.stack : String(err)}`)),
};
setFlagsFromString('--expose-gc');
const site = await composeSite({
  config,
  database: openDatabase(plan.connection),
  bus,
  clock: systemClock,
  log,
  metrics: makeMetrics(),
  media: makeMediaDoor([], 'rtmp://localhost:1935/live', 'localhost'),
  isDemo: true,
  version: '0.0.0-test',
  sandbox: undefined,
  loadPages: () => Promise.reject(new Error('this site has no pages')),
  assets: undefined,
  checksAnswers: false,
});
await site.app.listen({ port: config.port, host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => void site.close().then(() => process.exit(0)));
process.on('message', (message) => {
  if (message === 'collect') runInNewContext('gc')();
  if (message === 'usage' || message === 'collect')
    process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), errors });
});
process.send?.('ready');
