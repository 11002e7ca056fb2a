import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NGINX = '/usr/sbin/nginx';
const SHIPPED = fileURLToPath(new URL('../../../../deploy/nginx/klieg-live.conf', import.meta.url));
const START_MS = 60_000;
const STOP_MS = 500;
const WORKERS = 2;

export const isNginxInstalled = spawnSync(NGINX, ['-v']).status === 0;

/** nginx before media processes, as it is shipped. */
export interface LiveNginx {
  readonly port: number;
  readonly pid: number;
  /** Ends it at once; a repeat does nothing. */
  stop(): void;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilOpen(port: number): Promise<void> {
  const endMs = Date.now() + START_MS;
  while (Date.now() < endMs) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx did not start');
}

const main = (isRoot: boolean): string => `
${isRoot ? 'user root;' : ''}
daemon off; worker_processes ${WORKERS}; pid nginx.pid; error_log error.log;
events { worker_connections 1024; }
http {
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi; include live.conf;
}`;

/** The shipped configuration for this port and these media processes. @throws Error where a line is missing */
function edited(port: number, mediaPorts: readonly number[]): string {
  const edits: readonly [from: string, to: string][] = [
    ['listen 8088;', `listen 127.0.0.1:${port};`],
    ['server 127.0.0.1:8081;', mediaPorts.map((one) => `server 127.0.0.1:${one};`).join(' ')],
    ['/var/cache/nginx/klieg-live ', 'cache '],
  ];
  return edits.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${SHIPPED} has no ${from}`);
      return text.replace(from, to);
    },
    readFileSync(SHIPPED, 'utf8'),
  );
}

/** Starts nginx with `deploy/nginx/klieg-live.conf` before the media processes at these ports. */
export async function startLiveNginx(...mediaPorts: readonly number[]): Promise<LiveNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'live.conf'), edited(port, mediaPorts));
  writeFileSync(join(folder, 'nginx.conf'), main(process.getuid?.() === 0));
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const stop = (): void => {
    // Its workers end with it, and write on for a moment; at the end of a process nothing else can wait.
    if (!child.kill('SIGTERM')) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOP_MS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilOpen(port);
  } catch (err) {
    stop();
    throw err;
  }
  return { port, pid: child.pid!, stop };
}
