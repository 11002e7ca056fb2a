import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editConfiguration, freePort, isCaddyInstalled, startCaddy } from '@klieg/testing';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 180_000;
const END_MS = 12_000;
const LOOK_MS = 500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The way that visitors come: over TLS and HTTP/2, by Caddy as it is shipped. @returns how it is ended */
async function startFront(port: number, sitePort: number): Promise<() => void> {
  const shipped = readFileSync(join(root, 'deploy', 'caddy', 'Caddyfile'), 'utf8');
  const caddyfile = editConfiguration(shipped, [
    ['{$KLIEG_HOST:klieg.example} {', `https://localhost:${port} {\n\tbind 127.0.0.1 [::1]`],
  ]);
  const ports = { http: await freePort(), https: port };
  const { stop } = await startCaddy(caddyfile, port, ports, { KLIEG_SITE: `127.0.0.1:${sitePort}` });
  return stop;
}

/**
 * Starts a demo site, as `npm start` makes it, on free ports of the loopback, behind the shipped Caddy where there is
 * one, and ends it after `use`. The certificate is one that no browser knows.
 */
export async function withDemo<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-bench-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const frontPort = await freePort();
  const own = `http://localhost:${port}`;
  const url = isCaddyInstalled ? `https://localhost:${frontPort}` : own;
  const site = spawn(process.execPath, ['apps/site/src/app/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      ...(isCaddyInstalled && { PUBLIC_URL: url, TRUSTED_HOPS: '1' }),
      DEMO: '1',
      DEMO_LIVE: '2',
      // What is measured is the page, not what encoding beside it leaves of the machine.
      MEDIA_TRANSCODE_CORES: '0',
      SANDBOX_PORT: String(await freePort()),
      RTMP_PORT: String(await freePort()),
      ICE_PORT: String(await freePort()),
      DATA_DIR: dataDir,
    },
  });
  const ended = once(site, 'exit');
  let stopFront: (() => void) | undefined;
  try {
    const until = Date.now() + START_MS;
    while (!(await fetch(`${own}/readyz`).catch(() => undefined))?.ok) {
      if (site.exitCode !== null || Date.now() > until) throw new Error('the demo did not become ready');
      await pause(LOOK_MS);
    }
    if (isCaddyInstalled) stopFront = await startFront(frontPort, port);
    return await use(url);
  } finally {
    stopFront?.();
    site.kill('SIGTERM');
    const timer = setTimeout(() => site.kill('SIGKILL'), END_MS);
    await ended;
    clearTimeout(timer);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
