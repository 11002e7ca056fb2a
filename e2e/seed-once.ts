import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoOn, FIRST_PORT, SEEDED } from './site-data.ts';

/**
 * Makes the data of a demo once for all sites of a run: each begins with a copy.
 * @returns what removes it
 */
export default async function seedOnce(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-seeded-'));
  const site = spawn(process.execPath, ['apps/site/src/app/main.ts'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...demoOn(FIRST_PORT),
      DATA_DIR: dataDir,
      DEMO_LIVE: '0',
      MEDIA_TRANSCODE_CORES: '0',
    },
  });
  const ended = once(site, 'exit');
  let isReady = false;
  for await (const line of createInterface({ input: site.stdout })) {
    isReady = line.startsWith('ready ');
    if (isReady) break;
  }
  if (!isReady) throw new Error(`the site whose data all others get ended with ${site.exitCode}`);
  site.kill('SIGTERM');
  await ended;
  process.env[SEEDED] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
