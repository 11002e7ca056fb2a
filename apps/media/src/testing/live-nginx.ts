import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { editConfiguration, freePort, isNginxInstalled, startNginx } from '@klieg/testing';

const SHIPPED = fileURLToPath(new URL('../../../../deploy/nginx/klieg-live.conf', import.meta.url));

export { isNginxInstalled };

/** nginx before media processes, as it is shipped. */
export interface LiveNginx {
  readonly port: number;
  readonly pid: number;
  /** Ends it at once; a repeat does nothing. */
  stop(): void;
}

/** Starts nginx with `deploy/nginx/klieg-live.conf` before the media processes at these ports. */
export async function startLiveNginx(...mediaPorts: readonly number[]): Promise<LiveNginx> {
  const port = await freePort();
  const servers = mediaPorts.map((one) => `server 127.0.0.1:${one};`).join(' ');
  const edited = editConfiguration(readFileSync(SHIPPED, 'utf8'), [
    ['listen 8088;', `listen 127.0.0.1:${port};`],
    ['server 127.0.0.1:8081;', servers],
    ['/var/cache/nginx/klieg-live ', 'cache '],
  ]);
  const { pid, stop } = await startNginx(edited, port);
  return { port, pid, stop };
}
