import { parentPort, workerData } from 'node:worker_threads';
import type { ServerBuild } from 'react-router';
import { RENDER_MS, renderBuild, type RenderServices } from './render-build.ts';
import { type FromRenderer, pack, type ToRenderer } from './render-messages.ts';

/*
 * The thread that renders pages, so that sockets, calls and tips never wait for one. It has the built pages and
 * nothing of the site: every service of a page is asked of the site by message.
 */

const port = parentPort!;
const { buildUrl } = workerData as { readonly buildUrl: string };
const build = (await import(buildUrl)) as ServerBuild;

const say = (message: FromRenderer, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...transfer]);

const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let callCount = 0;

function servicesOf({ id, nonce, hasDevPages }: Extract<ToRenderer, { kind: 'render' }>): RenderServices {
  const values: RenderServices = { nonce, hasDevPages };
  return new Proxy(values, {
    get: (target, name) => {
      if (typeof name !== 'string' || name in target) return Reflect.get(target, name) as unknown;
      return (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const callId = ++callCount;
          calls.set(callId, { resolve, reject });
          say({ kind: 'call', id, callId, name, args: args.map(pack) });
        });
    },
  });
}

async function render(asked: Extract<ToRenderer, { kind: 'render' }>): Promise<void> {
  try {
    const request = new Request(asked.url, {
      method: asked.method,
      headers: asked.headers.map(([name, value]): [string, string] => [name, value]),
      signal: AbortSignal.timeout(RENDER_MS),
    });
    const response = await renderBuild(build, request, servicesOf(asked));
    const body = await response.arrayBuffer();
    say({ kind: 'page', id: asked.id, status: response.status, headers: [...response.headers], body }, [
      body,
    ]);
  } catch (error) {
    say({ kind: 'failed', id: asked.id, message: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', (message: ToRenderer) => {
  if (message.kind === 'render') return void render(message);
  const call = calls.get(message.callId);
  calls.delete(message.callId);
  if (message.kind === 'answer') call?.resolve(message.value);
  else call?.reject(new Error(message.message));
});
say({ kind: 'loaded' });
