import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Log, systemClock } from '@klieg/kernel';
import { isSupervised } from '@klieg/processes';
import type { ServerBuild } from 'react-router';
import { makeMetrics } from '../platform/metrics/index.ts';
import {
  assertDurable,
  type Database,
  type DatabaseConnection,
  type DatabaseRoles,
  prepareDatabase,
  openDatabase,
  startEmbeddedPostgres,
} from '../platform/postgres/index.ts';
import { type Close, closeAll } from './close-all.ts';
import { composeSite, type Site, type SiteParts } from './compose-site.ts';
import { type Config, ConfigError } from './config.ts';
import { DEMO_PASSWORD, demoModels, namedPeople } from '../demo/demo-people.ts';
import { makeDemoStore } from '../demo/demo-store.ts';
import { type Demo, runDemo } from '../demo/run-demo.ts';
import { seedMedia } from '../demo/seed-media.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { encoderNotice } from './encoder-notice.ts';
import { startMediaChildren } from './media-children.ts';
import { listen } from './listen.ts';
import { makeMediaProxy, type MediaProxy } from './media-proxy.ts';
import { openSiteBus } from './open-site-bus.ts';
import { ownUrl } from './own-url.ts';
import { startDatabasePart } from './start-database-part.ts';
import { startSandbox } from './start-sandbox.ts';
import { renderHere, renderInThread } from '../features/pages/index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const at = (path: string): string => `${root}${path}`;

/** A site that runs. */
export interface Running {
  readonly site: Site;
  readonly url: string;
  readonly isDemo: boolean;
  readonly demoAccounts: readonly string[];
  readonly demoPassword: string;
  /** Where somebody becomes the owner of a site that has none; it holds a secret. */
  readonly ownerUrl: string | undefined;
  /** What the operator should know of encoders; undefined where all is as it was set. */
  readonly encoderNotice: string | undefined;
  /** Sends whoever watches or sends through media processes of this machine to those of others, where there are any. */
  drain(): Promise<void>;
  /** Ends everything, logs what cannot be ended and never fails; a repeat does nothing. */
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
  /** Where billers answer in place of their published addresses, for tests that bring their own. */
  readonly billerHosts?: SiteParts['billerHosts'];
  /** Runs no publishers and viewers of the demo, for tests that bring their own. */
  readonly isQuietDemo?: boolean;
}

/** Takes what ends a part that has been started; the newest is ended first. */
type OnClose = (close: Close) => void;

/** The operator's own database: where only one role is given, it does everything. */
const rolesOf = ({ databaseUrl, databaseOwnerUrl }: Config): DatabaseRoles => ({
  connection: { connectionString: databaseUrl! },
  owner: { connectionString: databaseOwnerUrl ?? databaseUrl! },
});

/** Prepares the database in this process, which also starts it where it is the embedded one. */
async function openHere(config: Config, log: Log, onClose: OnClose): Promise<DatabaseConnection> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  if (embedded) onClose(() => embedded.stop());
  const roles = embedded ?? rolesOf(config);
  await prepareDatabase(roles, at('migrations'));
  return roles.connection;
}

/** The database with all migrations, embedded where none is configured. */
async function openData(
  config: Config,
  log: Log,
  onClose: OnClose,
): Promise<{ readonly database: Database; readonly isEmbedded: boolean }> {
  const isEmbedded = config.databaseUrl === undefined;
  const isElsewhere = isEmbedded && isSupervised();
  const connection = isElsewhere
    ? await startDatabasePart(config, log, onClose)
    : await openHere(config, log, onClose);
  const database = openDatabase({ ...connection, max: 16 }, log);
  onClose(() => database.close());
  await assertDurable(database);
  return { database, isEmbedded };
}

/** What the configuration says; unsaid, demo content goes into a fresh embedded database only. */
async function decideDemo(config: Config, database: Database, isEmbedded: boolean): Promise<boolean> {
  const demoStore = makeDemoStore(database);
  const isFresh = (await demoStore.isSeeded()) || (await demoStore.isEmpty());
  return config.demo ?? (isEmbedded && isFresh && config.isLocal);
}

/** Starts the sandbox biller beside a demo, or where it was asked for by name. */
async function decideSandbox(
  config: Config,
  isDemo: boolean,
  { log, onClose }: { readonly log: Log; readonly onClose: OnClose },
): Promise<SiteParts['sandbox']> {
  if (!config.roles.has('sandbox') || !(isDemo || config.isSandboxWanted)) return undefined;
  if (!isDemo) log.warn({}, 'the sandbox biller runs: test cards buy tokens on this site');
  return startSandbox(config, log, onClose);
}

/** What a site is made of before its pages are chosen. */
type PartsWithoutPages = Omit<
  SiteParts,
  'clock' | 'version' | 'renderPage' | 'assets' | 'devMiddleware' | 'checksAnswers'
>;

/** The site with its pages, built ones or those of development. */
const composeWithPages = (
  parts: PartsWithoutPages,
  { dev, version, checksAnswers, billerHosts }: StartOptions,
): Promise<Site> =>
  composeSite({
    ...parts,
    ...(billerHosts && { billerHosts }),
    clock: systemClock,
    version,
    renderPage: dev
      ? renderHere(dev.loadPages)
      : renderInThread(at('apps/web/build/server/index.js'), parts.log),
    assets: dev ? undefined : at('apps/web/build/client/assets'),
    ...(dev && { devMiddleware: dev.middleware }),
    checksAnswers: checksAnswers ?? dev !== undefined,
  });

type Drain = () => Promise<void>;

/** Starts this machine's media processes and waits until each is ready. @returns what sends all whom they serve away */
async function startMedia(
  parts: Pick<SiteParts, 'config' | 'bus' | 'log'>,
  media: MediaProxy,
  onClose: OnClose,
): Promise<Drain> {
  const children = await startMediaChildren({
    ...parts,
    onOpen: (one) => media.open(one),
    onLeaving: (process, isLeaving) => media.setLeaving(process, isLeaving),
  });
  onClose(() => children.stop());
  await children.ready;
  return async () => {
    // Without a bus of several machines there is nobody else.
    if (parts.config.busUrl !== 'memory:') await children.drain(parts.config.drainMs);
  };
}

/** Lets the demo's publishers and viewers come, in the ways that everybody uses. */
const startDemo = (site: Site, { host, port, dataDir, demoLive }: Config, log: Log): Demo =>
  runDemo({
    site,
    baseUrl: ownUrl(host, port),
    whipUrl: `${ownUrl(host, port)}/live/whip`,
    dataDir,
    live: demoLive,
    log,
  });

/** Starts everything that the configuration names, on this machine. @throws ConfigError */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const { log } = options;
  const closers: Close[] = [];
  const onClose: OnClose = (close) => void closers.push(close);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= closeAll(closers, log));

  try {
    if (!options.dev && !existsSync(at('apps/web/build/server/index.js')))
      throw new ConfigError('The pages are not built; npm start builds them, or run npm run build');
    const { database, isEmbedded } = await openData(config, log, onClose);
    const metrics = makeMetrics();
    const bus = await openSiteBus(config, log, metrics);
    onClose(() => bus.close());
    const isDemo = await decideDemo(config, database, isEmbedded);
    const changed = await makeDemoStore(database).setOpen(isDemo);
    if (changed > 0 && !isDemo) log.warn({ accounts: changed }, 'accounts of a former demo are shut');
    const { mediaHost, mediaUrls, publicUrl, rtmpUrl } = config;
    const media = makeMediaProxy(mediaUrls, rtmpUrl, new URL(publicUrl).hostname, mediaHost);
    const sandbox = await decideSandbox(config, isDemo, { log, onClose });

    const site = await composeWithPages(
      { config, database, bus, log, media, metrics, isDemo, sandbox },
      options,
    );
    onClose(() => site.close());
    if (isDemo) await seedDemo({ database, ledger: site.ledger });
    await site.catalog.reload();
    await site.reloadBanners();

    const drain = config.roles.has('media') && (await startMedia({ config, bus, log }, media, onClose));
    await listen(site.app, config.port, config.host);
    if (isDemo)
      void seedMedia({
        database,
        blobs: site.blobs,
        dataDir: config.dataDir,
        models: [...namedPeople.filter(({ type }) => type === 'model'), ...demoModels()],
        nowMs: Date.now(),
      }).catch((err: unknown) => stopping ?? log.error({ err }, 'the demo has no media'));
    if (isDemo && config.demoLive > 0 && !options.isQuietDemo) {
      const demo = startDemo(site, config, log);
      onClose(() => demo.stop());
      // Whoever opens the page at once sees rooms that move.
      await demo.firstLive;
    }
    return {
      site,
      url: config.publicUrl,
      isDemo,
      demoAccounts: namedPeople.map((person) => person.username),
      demoPassword: DEMO_PASSWORD,
      ownerUrl: await site.offerOwnership(),
      encoderNotice: encoderNotice(config, media.rtmpUrl),
      drain: async () => void (drain && (await drain())),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
