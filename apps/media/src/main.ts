import { cleanup } from 'node-datachannel';
import { makeJsonLog } from '@klieg/kernel';
import { makeParentBus } from './control/parent-bus.ts';
import { onParentUpgrade } from './control/parent-upgrades.ts';
import { readEnvironment } from './settings.ts';
import { startMedia } from './start-media.ts';

/*
 * Entry of the media process. It is a child of the site: the parent is the hub of the bus, hands
 * WebSocket upgrades over, and takes it along when it ends.
 */

/** After this the process ends whether or not the goodbyes are through. */
const STOP_MS = 4_000;

const { iceHost, publicAddress, allowedOrigins, ...environment } = readEnvironment(process.env);
const log = makeJsonLog({ part: 'media', node: environment.node });
const bus = makeParentBus(process);

const media = await startMedia({
  ...environment,
  bus,
  log,
  ...(iceHost ? { iceHost } : {}),
  ...(publicAddress ? { publicAddress } : {}),
  ...(allowedOrigins ? { allowedOrigins } : {}),
});
onParentUpgrade(process, media.acceptUpgrade);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await media.close();
  cleanup();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('disconnect', () => void stop());

process.send?.({ ready: true, port: media.port });
log.info({ port: media.port, icePort: environment.icePort }, 'media ready');
