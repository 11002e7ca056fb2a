import type { Log } from '@klieg/kernel';
import { closeAll } from './close-all.ts';
import type { Config } from './config.ts';
import { startMediaChildren } from './media-children.ts';
import { openSiteBus } from './open-site-bus.ts';

/**
 * Starts the media processes of a machine that has no site: no database and no pages, all that they
 * need to know comes over the bus and in tokens.
 */
export async function startMediaRole(
  config: Config,
  { log }: { readonly log: Log },
): Promise<{ readonly url: string; drain(): Promise<void>; stop(): Promise<void> }> {
  const bus = await openSiteBus(config, log);
  const media = await startMediaChildren({ config, bus, log, onOpen: () => undefined });
  const stop = () => closeAll([() => bus.close(), () => media.stop()], log);
  try {
    await media.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: config.mediaInternalUrl ?? '', drain: () => media.drain(config.drainMs), stop };
}
