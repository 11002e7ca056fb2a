import type { Log } from '@klieg/kernel';
import { openBus } from '../platform/bus/index.ts';
import type { Config } from './config.ts';
import { startMediaChildren } from './media-children.ts';

/**
 * Starts the media processes of a machine that has no site: no database and no pages, all that they
 * need to know comes over the bus and in tokens.
 */
export async function startMediaRole(
  config: Config,
  { log }: { readonly log: Log },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const bus = await openBus(config.busUrl, log);
  const children = startMediaChildren({ config, bus, log, onOpen: () => undefined });
  await Promise.all(children.map((child) => child.firstReady));
  return {
    url: config.mediaInternalUrl ?? '',
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await bus.close();
    },
  };
}
