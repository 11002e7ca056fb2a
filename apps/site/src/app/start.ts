import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Log, systemClock } from '@klieg/kernel';
import type { ServerBuild } from 'react-router';
import { openBus } from '../platform/bus/index.ts';
import { makeMetrics } from '../platform/metrics/index.ts';
import { assertDurable, migrate, openDatabase, startEmbeddedPostgres } from '../platform/postgres/index.ts';
import { type Child, keepChild } from './child.ts';
import { composeSite, type Site, type SiteParts } from './compose-site.ts';
import { type Config, ConfigError, deriveSecret } from './config.ts';
import { DEMO_PASSWORD, namedPeople } from '../demo/demo-people.ts';
import { makeDemoStore } from '../demo/demo-store.ts';
import { runDemo } from '../demo/run-demo.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { startMediaChildren } from './media-children.ts';
import { makeMediaDoor } from './media-door.ts';
import { loadBuiltPages } from '../features/pages/index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const at = (path: string): string => `${root}${path}`;

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

/** Starts everything that the configuration names, on this machine. @throws ConfigError */
export async function start(
  config: Config,
  options: {
    readonly log: Log;
    readonly version: string;
    readonly dev?: DevPages;
    readonly checksAnswers?: boolean;
    /** Runs no publishers and viewers of the demo, for tests that bring their own. */
    readonly isQuietDemo?: boolean;
  },
): Promise<Running> {
  const { log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed()) await close();
    })());

  try {
    if (!options.dev && !existsSync(at('apps/web/build/server/index.js')))
      throw new ConfigError('The pages are not built; npm start builds them, or run npm run build');
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    if (embedded) closers.push(() => embedded.stop());
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl! };
    await migrate(connection, at('migrations'));
    const database = openDatabase({ ...connection, max: 16 }, log);
    closers.push(() => database.close());
    await assertDurable(database);
    const bus = await openBus(config.busUrl, log);
    closers.push(() => bus.close());

    const demoStore = makeDemoStore(database);
    const isFresh = (await demoStore.isSeeded()) || (await demoStore.isEmpty());
    const isDemo = config.demo ?? (embedded !== undefined && isFresh);

    const media = makeMediaDoor(config.mediaUrls, config.rtmpUrl, new URL(config.publicUrl).hostname);
    const children: Child[] = [];
    let sandbox: SiteParts['sandbox'];
    if (config.roles.has('sandbox')) {
      const secret = Buffer.from(deriveSecret(config.secret, 'sandbox')).toString('hex');
      let sandboxPort = 0;
      const child = keepChild({
        name: 'sandbox',
        entry: new URL('../../../../packages/sandbox/src/main.ts', import.meta.url),
        env: {
          SANDBOX_SECRET: secret,
          SANDBOX_HOST: config.host,
          SANDBOX_PORT: String(config.sandboxPort || (config.port < 65_535 ? config.port + 1 : 0)),
        },
        log,
        onReady: (_process, message) => {
          sandboxPort = (message['ready'] as { port: number }).port;
        },
      });
      closers.push(() => child.stop());
      await child.firstReady;
      const host = new URL(config.publicUrl).hostname;
      sandbox = {
        publicUrl: `http://${host}:${sandboxPort}`,
        serverUrl: `http://127.0.0.1:${sandboxPort}`,
        secret,
      };
    }

    const site = await composeSite({
      config,
      database,
      bus,
      clock: systemClock,
      log,
      metrics: makeMetrics(),
      media,
      isDemo,
      version: options.version,
      sandbox,
      loadPages: options.dev?.loadPages ?? loadBuiltPages(at('apps/web/build/server/index.js')),
      assets: options.dev ? undefined : at('apps/web/build/client/assets'),
      ...(options.dev && { devMiddleware: options.dev.middleware }),
      checksAnswers: options.checksAnswers ?? options.dev !== undefined,
    });
    closers.push(() => site.close());
    if (isDemo) await seedDemo({ database, ledger: site.ledger });
    await site.catalog.reload();

    if (config.roles.has('media'))
      for (const child of startMediaChildren({ config, bus, log, onOpen: (one) => media.open(one) })) {
        children.push(child);
        closers.push(() => child.stop());
      }
    await Promise.all(children.map((child) => child.firstReady));

    await site.app.listen({ port: config.port, host: config.host });
    if (isDemo && config.demoLive > 0 && !options.isQuietDemo) {
      const demo = runDemo({
        site,
        baseUrl: `http://127.0.0.1:${config.port}`,
        whipUrl: `http://127.0.0.1:${config.port}/live/whip`,
        dataDir: config.dataDir,
        live: config.demoLive,
        log,
      });
      closers.push(() => demo.stop());
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
