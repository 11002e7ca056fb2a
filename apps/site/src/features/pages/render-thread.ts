import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Log } from '@klieg/kernel';
import { type PageRenderer, RENDER_MS, type RenderServices } from './render-build.ts';
import { type FromRenderer, type ToRenderer, unpack } from './render-messages.ts';

/** A thread answers within its own time; one that does not is stuck. */
const DEADLINE_MS = RENDER_MS + 2_000;
/** Of the thread; a page takes a few megabytes while it is rendered. */
const HEAP_MIB = 512;

interface Rendering {
  readonly services: RenderServices;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  /** Ends the thread; set once the thread has loaded the pages. */
  deadline?: NodeJS.Timeout;
}

/** A thread with the pages that it was asked for. */
interface Thread {
  readonly worker: Worker;
  readonly renderings: Map<number, Rendering>;
  /** Resolved once it has loaded the pages. */
  readonly loaded: PromiseWithResolvers<void>;
}

type Service = (...args: unknown[]) => Promise<unknown>;

/**
 * Renders the built pages in a thread of its own. One that ends, or that has not answered by the deadline and is ended
 * for it, is started again with the next page; pages that were on their way fail.
 * @param file the server build of the pages
 * @param deadlineMs how long a page may take, from when the thread has loaded the pages
 */
export function renderInThread(file: string, log: Log, deadlineMs: number = DEADLINE_MS): PageRenderer {
  const buildUrl = pathToFileURL(file).href;
  let count = 0;
  let thread: Thread | undefined;

  const answer = async (
    { worker: to, renderings }: Thread,
    call: Extract<FromRenderer, { kind: 'call' }>,
  ) => {
    const { id, callId, name, args } = call;
    const service = (renderings.get(id)?.services as Record<string, unknown> | undefined)?.[name];
    const say = (message: ToRenderer) => to.postMessage(message);
    try {
      if (typeof service !== 'function') throw new Error(`pages have no service ${name}`);
      say({ kind: 'answer', callId, value: await (service as Service)(...args.map(unpack)) });
    } catch (error) {
      if (typeof service === 'function') log.error({ err: error, service: name }, 'a page got no data');
      say({ kind: 'failure', callId, message: error instanceof Error ? error.message : String(error) });
    }
  };

  /** Fails what a thread still has; the next page goes to another one. */
  const giveUp = (own: Thread, why: number | string): void => {
    if (thread === own) thread = undefined;
    for (const { reject, deadline } of own.renderings.values()) {
      clearTimeout(deadline);
      reject(new Error(`rendering ended with ${why}`));
    }
    own.renderings.clear();
  };

  const start = (): Thread => {
    const renderings = new Map<number, Rendering>();
    const started = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: { buildUrl },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
      env: { NODE_ENV: process.env['NODE_ENV'] ?? 'production' },
    });
    // A thread does not keep the process alive.
    started.unref();
    const own: Thread = { worker: started, renderings, loaded: Promise.withResolvers<void>() };
    started.on('message', (message: FromRenderer) => {
      if (message.kind === 'loaded') return own.loaded.resolve();
      if (message.kind === 'call') return void answer(own, message);
      const rendering = renderings.get(message.id);
      renderings.delete(message.id);
      clearTimeout(rendering?.deadline);
      if (message.kind === 'failed') return rendering?.reject(new Error(message.message));
      const { status, body } = message;
      const headers = message.headers.map(([name, value]): [string, string] => [name, value]);
      // Some answers must not have a body, not even an empty one.
      rendering?.resolve(new Response(body.byteLength > 0 ? body : null, { status, headers }));
    });
    started.on('error', (error) => log.error({ err: error }, 'the thread that renders pages failed'));
    started.once('exit', (code) => {
      giveUp(own, code);
    });
    return own;
  };

  /** Ends a thread that has not rendered a page in time; later requests go to another one. */
  const limit = (own: Thread, id: number): void => {
    const rendering = own.renderings.get(id);
    if (!rendering) return;
    rendering.deadline = setTimeout(() => {
      log.error({ deadlineMs }, 'the thread that renders pages does not answer and is ended');
      // Some loops cannot be interrupted: nobody waits for the end.
      giveUp(own, 'its deadline');
      void own.worker.terminate();
    }, deadlineMs).unref();
  };

  // The first visitor does not wait for it.
  thread = start();
  return (request, services) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      const own = (thread ??= start());
      own.renderings.set(id, { services, resolve, reject });
      void own.loaded.promise.then(() => limit(own, id));
      const { nonce, hasDevPages } = services;
      const { url, method, headers } = request;
      const message: ToRenderer = {
        kind: 'render',
        id,
        url,
        method,
        headers: [...headers],
        nonce,
        hasDevPages,
      };
      own.worker.postMessage(message);
    });
}
