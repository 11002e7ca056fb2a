import type { Log } from '@klieg/kernel';
import { keepChild } from './child.ts';
import { type Config, ConfigError, deriveSecret } from './config.ts';
import { ownUrl } from './own-url.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * Runs the sandbox biller as a child of this process. Resolves once it listens, with where the site finds it.
 * @param onClose takes what ends it, before it is waited for
 * @throws ConfigError when it cannot start, such as on a port that is taken
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
    part: 'sandbox',
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
  await child.firstReady.catch((error: Error) => {
    throw new ConfigError(error.message);
  });
  const host = new URL(config.publicUrl).hostname;
  return { publicUrl: `http://${host}:${port}`, serverUrl: ownUrl(config.host, port), secret };
}
