import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Log, systemClock } from '@klieg/kernel';
import type { ServerBuild } from 'react-router';
import { openBus } from '../platform/bus/index.ts';
import { makeMetrics } from '../platform/metrics/index.ts';
import {
  assertDurable,
  type Database,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from '../platform/postgres/index.ts';
import { composeSite, type Site, type SiteParts } from './compose-site.ts';
import { type Config, ConfigError } from './config.ts';
import { DEMO_PASSWORD, namedPeople } from '../demo/demo-people.ts';
import { makeDemoStore } from '../demo/demo-store.ts';
import { runDemo } from '../demo/run-demo.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaProxy, type MediaProxy } from './media-proxy.ts';
import { startSandbox } from './start-sandbox.ts';
import { loadBuiltPages } from '../features/pages/index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const at = (path: string): string => `${root}${path}`;

/** A site that runs. */
export interface Running {
  readonly site: Site;
  readonly url: string;
  readonly isDemo: boolean;
  readonly demoAccounts: readonly string[];
  readonly demoPassword: string;
  /** Ends everything within ten seconds; a repeat does nothing. */
  stop(): Promise<void>;
}

/** What development adds: pages from Vite instead of the build. */
export interface DevPages {
  readonly loadPages: () => Promise<ServerBuild>;
  readonly middleware: NonNullable<SiteParts['devMiddleware']>;
  close(): Promise<void>;
}

/** What is started beside what the configuration names. */
export interface StartOptions {
  readonly log: Log;
  readonly version: string;
  readonly dev?: DevPages;
  readonly checksAnswers?: boolean;
  /** Runs no publishers and viewers of the demo, for tests that bring their own. */
  readonly isQuietDemo?: boolean;
}

/** Takes what ends a part that has been started; the newest is ended first. */
type OnClose = (close: () => Promise<unknown>) => void;

/** The database with all migrations, embedded where none is configured. */
async function openData(
  config: Config,
  log: Log,
  onClose: OnClose,
): Promise<{ readonly database: Database; readonly isEmbedded: boolean }> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  if (embedded) onClose(() => embedded.stop());
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! };
  await migrate(connection, at('migrations'));
  const database = openDatabase({ ...connection, max: 16 }, log);
  onClose(() => database.close());
  await assertDurable(database);
  return { database, isEmbedded: embedded !== undefined };
}

/** What the configuration says; unsaid, demo content goes into a fresh embedded database only. */
async function decideDemo(config: Config, database: Database, isEmbedded: boolean): Promise<boolean> {
  const demoStore = makeDemoStore(database);
  const isFresh = (await demoStore.isSeeded()) || (await demoStore.isEmpty());
  return config.demo ?? (isEmbedded && isFresh);
}

/** What a site is made of before its pages are chosen. */
type PartsWithoutPages = Omit<
  SiteParts,
  'clock' | 'metrics' | 'version' | 'loadPages' | 'assets' | 'devMiddleware' | 'checksAnswers'
>;

/** The site with its pages, built ones or those of development. */
const composeWithPages = (
  parts: PartsWithoutPages,
  { dev, version, checksAnswers }: StartOptions,
): Promise<Site> =>
  composeSite({
    ...parts,
    clock: systemClock,
    metrics: makeMetrics(),
    version,
    loadPages: dev?.loadPages ?? loadBuiltPages(at('apps/web/build/server/index.js')),
    assets: dev ? undefined : at('apps/web/build/client/assets'),
    ...(dev && { devMiddleware: dev.middleware }),
    checksAnswers: checksAnswers ?? dev !== undefined,
  });

/** Starts this machine's media processes and waits until each is ready. */
async function startMedia(
  parts: Pick<SiteParts, 'config' | 'bus' | 'log'>,
  media: MediaProxy,
  onClose: OnClose,
): Promise<void> {
  const children = startMediaChildren({ ...parts, onOpen: (one) => media.open(one) });
  for (const child of children) onClose(() => child.stop());
  await Promise.all(children.map((child) => child.firstReady));
}

/** Lets the demo's publishers and viewers come, in the ways that everybody uses. */
const startDemo = (site: Site, { port, dataDir, demoLive }: Config, log: Log): { stop(): Promise<void> } =>
  runDemo({
    site,
    baseUrl: `http://127.0.0.1:${port}`,
    whipUrl: `http://127.0.0.1:${port}/live/whip`,
    dataDir,
    live: demoLive,
    log,
  });

/** Starts everything that the configuration names, on this machine. @throws ConfigError */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const { log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const onClose: OnClose = (close) => void closers.push(close);
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed()) await close();
    })());

  try {
    if (!options.dev && !existsSync(at('apps/web/build/server/index.js')))
      throw new ConfigError('The pages are not built; npm start builds them, or run npm run build');
    const { database, isEmbedded } = await openData(config, log, onClose);
    const bus = await openBus(config.busUrl, log);
    onClose(() => bus.close());
    const isDemo = await decideDemo(config, database, isEmbedded);
    const media = makeMediaProxy(config.mediaUrls, config.rtmpUrl, new URL(config.publicUrl).hostname);
    const sandbox = config.roles.has('sandbox') ? await startSandbox(config, log, onClose) : undefined;

    const site = await composeWithPages({ config, database, bus, log, media, isDemo, sandbox }, options);
    onClose(() => site.close());
    if (isDemo) await seedDemo({ database, ledger: site.ledger });
    await site.catalog.reload();

    if (config.roles.has('media')) await startMedia({ config, bus, log }, media, onClose);
    await site.app.listen({ port: config.port, host: config.host });
    if (isDemo && config.demoLive > 0 && !options.isQuietDemo) {
      const demo = startDemo(site, config, log);
      onClose(() => demo.stop());
    }
    return {
      site,
      url: config.publicUrl,
      isDemo,
      demoAccounts: namedPeople.map((person) => person.username),
      demoPassword: DEMO_PASSWORD,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
