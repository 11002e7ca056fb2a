import type { Log } from '@klieg/kernel';
import { readLoop } from './loop-file.ts';
import { packetLoop, type PacketLoop } from './loop-sender.ts';
import { type LoopPublisher, publishLoop, type PublishRight } from './publish-loop.ts';
import { loopPath } from './scene-video.ts';
import { type PublisherMessage, readParentMessage, type StartPublisher } from './publisher-messages.ts';

/** All demo publishers of a process. */
export interface Publishers {
  /** Takes a message of the parent; what is malformed in it is ignored. */
  receive(message: unknown): void;
  /** Lets all leave. */
  close(): Promise<void>;
}

export interface PublishersOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly send: (message: PublisherMessage) => void;
}

/** A parent that does not answer has no right for us now; it is asked again later. */
const TOKEN_WAIT_MS = 15_000;

interface Entry {
  readonly publisher: LoopPublisher;
  /** Hands over a right, at once or to who waits for it. */
  readonly give: (right: PublishRight) => void;
}

/** Holds one right until it is taken; who takes without one asks for it and waits. */
function makeRightSource(first: PublishRight, ask: () => void) {
  let held: PublishRight | undefined = first;
  let waiting: ((right: PublishRight | undefined) => void) | undefined;
  return {
    give(right: PublishRight): void {
      if (waiting) waiting(right);
      else held = right;
    },
    take(): Promise<PublishRight | undefined> {
      const right = held;
      held = undefined;
      if (right) return Promise.resolve(right);
      return new Promise((resolve) => {
        const timer = setTimeout(() => waiting?.(undefined), TOKEN_WAIT_MS);
        waiting = (given) => {
          clearTimeout(timer);
          waiting = undefined;
          resolve(given);
        };
        ask();
      });
    },
  };
}

export function makePublishers(options: PublishersOptions): Publishers {
  const { dataDir, log, send } = options;
  const entries = new Map<string, Entry>();
  const loops = new Map<string, Promise<PacketLoop | undefined>>();

  const loopOf = (scene: string): Promise<PacketLoop | undefined> => {
    const known = loops.get(scene);
    if (known) return known;
    const reading = readLoop(loopPath(dataDir, scene)).then((loop) => loop && packetLoop(loop));
    loops.set(scene, reading);
    return reading;
  };

  const start = async ({ username, scene, whipUrl, token }: StartPublisher): Promise<void> => {
    const right = { whipUrl, token };
    const running = entries.get(username);
    if (running) return running.give(right);
    const loop = await loopOf(scene);
    if (!loop) {
      loops.delete(scene);
      return log.error({ username, scene }, 'no loop for this scene');
    }
    const source = makeRightSource(right, () => send({ needToken: username }));
    // Another start of the same name may have come while the loop was read.
    const other = entries.get(username);
    if (other) return other.give(right);
    const publisher = publishLoop({ loop, log, getRight: source.take });
    entries.set(username, { publisher, give: source.give });
  };

  return {
    receive(message) {
      const { start: starts, stop } = readParentMessage(message);
      for (const one of starts)
        start(one).catch((err: unknown) => log.error({ err, username: one.username }, 'demo publisher'));
      for (const username of stop) {
        void entries.get(username)?.publisher.close();
        entries.delete(username);
      }
    },
    async close() {
      const closing = [...entries.values()].map(({ publisher }) => publisher.close());
      entries.clear();
      await Promise.all(closing);
    },
  };
}
