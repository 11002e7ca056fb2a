import type { Log } from '@klieg/kernel';
import { keepChild } from './child.ts';
import { type Config, deriveSecret } from './config.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * Runs the sandbox biller as a child of this process. Resolves once it listens, with where the site finds it.
 * @param onClose takes what ends it, before it is waited for
 */
export async function startSandbox(
  config: Config,
  log: Log,
  onClose: (close: () => Promise<unknown>) => void,
): Promise<NonNullable<SiteParts['sandbox']>> {
  const secret = Buffer.from(deriveSecret(config.secret, 'sandbox')).toString('hex');
  let port = 0;
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
      port = (message['ready'] as { port: number }).port;
    },
  });
  onClose(() => child.stop());
  await child.firstReady;
  const host = new URL(config.publicUrl).hostname;
  return { publicUrl: `http://${host}:${port}`, serverUrl: `http://127.0.0.1:${port}`, secret };
}
