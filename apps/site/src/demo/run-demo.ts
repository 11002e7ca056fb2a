import {
  type Cast,
  type ParentMessage,
  type PublisherMessage,
  prepareLoops,
  publishersEntry,
  viewersEntry,
} from '@klieg/demo';
import type { Log } from '@klieg/kernel';
import { type Child, keepChild } from '../app/child.ts';
import type { Site } from '../app/compose-site.ts';
import { audience, chattingViewers, DEMO_PASSWORD, demoModels } from './demo-people.ts';

/** The running demo: live rooms through the real ingest path, and viewers who chat and tip a little. */
export interface Demo {
  /** Resolves when the first rooms are live; after `FIRST_LIVE_MS` nobody waits for them any more. */
  readonly firstLive: Promise<void>;
  stop(): Promise<void>;
}

/** So many rooms make a page that is worth being opened. */
const FIRST_ROOMS = 3;
const FIRST_LIVE_MS = 20_000;
const LOOK_MS = 250;

const RETRY_MS = 2_000;
/** Login session that demo broadcasts stand for; nobody can log in with it. */
const DEMO_SESSION = 'demo';

/** Starts the demo's broadcasts as their loops get ready, and its viewers. */
export function runDemo(parts: {
  readonly site: Site;
  readonly baseUrl: string;
  readonly whipUrl: string;
  readonly dataDir: string;
  readonly live: number;
  readonly log: Log;
}): Demo {
  const { site, log } = parts;
  const cast = demoModels().slice(0, parts.live);
  const sceneOf = new Map(
    cast.map(({ username, picture }) => [username, /s\d\d/.exec(picture ?? '')?.[0] ?? 's00']),
  );
  const readyScenes = new Set<string>();
  let isStopping = false;

  const send = (message: ParentMessage) => {
    if (publishers.process?.connected) publishers.process.send(message, () => {});
  };

  const goLive = async (username: string): Promise<void> => {
    const account = await site.accounts.findByUsername(username);
    const scene = sceneOf.get(username);
    if (!account || !scene || isStopping) return;
    try {
      const { token } = await site.broadcasts.start(account, DEMO_SESSION, 'webrtc');
      send({ start: [{ username, scene, whipUrl: parts.whipUrl, token }] });
    } catch (error) {
      // The room still counts as live from before; the watchdog closes it in a moment.
      log.info({ username, reason: String(error) }, 'a demo broadcast waits');
      setTimeout(() => void goLive(username), RETRY_MS).unref();
    }
  };

  /** Whom this publishing process has been given: one that is given twice ends its own first broadcast. */
  const given = new Set<string>();
  let isPublishing = false;
  const giveReady = () => {
    if (!isPublishing) return;
    for (const [username, scene] of sceneOf) {
      if (!readyScenes.has(scene) || given.has(username)) continue;
      given.add(username);
      void goLive(username);
    }
  };

  const publishers: Child = keepChild({
    name: 'demo publishers',
    part: 'demo publishers',
    entry: publishersEntry,
    env: { DATA_DIR: parts.dataDir },
    log,
    isLowPriority: true,
    onReady: (child) => {
      child.on('message', (message: PublisherMessage) => {
        if ('needToken' in message) void goLive(message.needToken);
      });
      // One that starts anew knows of nobody.
      given.clear();
      isPublishing = true;
      giveReady();
    },
  });

  const viewers = keepChild({
    name: 'demo viewers',
    part: 'demo viewers',
    entry: viewersEntry,
    env: {
      DEMO_URL: parts.baseUrl,
      DEMO_CAST: JSON.stringify({
        rooms: cast.map(({ username, tags }) => ({ username, tags })),
        regulars: chattingViewers.map(({ username }) => username),
        audience: audience.map(({ username }) => username),
      } satisfies Cast),
      DEMO_PASSWORD,
    },
    log,
    isLowPriority: true,
    onReady: () => undefined,
  });

  const preparation = prepareLoops({
    dataDir: parts.dataDir,
    scenes: [...new Set(sceneOf.values())].map((scene, seed) => ({ scene, seed: seed + 1 })),
    log,
    onReady: (scene) => {
      readyScenes.add(scene);
      giveReady();
    },
  });

  const waitForFirst = async (): Promise<void> => {
    const until = Date.now() + FIRST_LIVE_MS;
    while (!isStopping && Date.now() < until) {
      const open = await site.rooms.listOpen();
      if (open.filter(({ status }) => status === 'online').length >= Math.min(FIRST_ROOMS, cast.length))
        return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };

  return {
    firstLive: waitForFirst(),
    async stop() {
      isStopping = true;
      preparation.close();
      await Promise.all([publishers.stop(), viewers.stop()]);
    },
  };
}
