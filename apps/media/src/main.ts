import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { internalMediaKey } from '@klieg/contract/media';
import { makeLog } from '@klieg/log';
import { makeExchangeKey } from './control/ask-site.ts';
import { makeParentBus } from './control/parent-bus.ts';
import { onParentEncoder, onParentUpgrade } from './start/parent-sockets.ts';
import { makePieceDoor } from './recording/piece-door.ts';
import { makeHandOver } from './recording/recordings.ts';
import { readEnvironment } from './start/settings.ts';
import { startMedia } from './start/start-media.ts';
import { onEnd, tellParent } from '@klieg/kernel/child';

/*
 * Entry of the media process. It is a child of the site: the parent is the hub of the bus, hands
 * WebSocket upgrades over, and takes it along when it ends.
 */

/** After this the process ends whether or not the goodbyes are through. */
const STOP_MS = 4_000;
/** Clients still here this long after a signal are disconnected and reconnect by themselves. */
const DRAIN_MS = 90_000;

const {
  iceHost,
  publicAddress,
  allowedOrigins,
  rtmpPort,
  internalUrl,
  transcodeCores,
  tlsCert,
  tlsKey,
  siteUrl,
  recordingFolder,
  ...environment
} = readEnvironment(process.env);
const log = makeLog({ part: 'media', node: environment.node });
const bus = makeParentBus(process);

const media = await startMedia({
  ...environment,
  bus,
  log,
  onLeaving: (leaving) => tellParent({ leaving }),
  ...(iceHost ? { iceHost } : {}),
  ...(publicAddress ? { publicAddress } : {}),
  ...(allowedOrigins ? { allowedOrigins } : {}),
  ...(rtmpPort === undefined ? {} : { rtmpPort }),
  ...(internalUrl ? { internalUrl } : {}),
  ...(transcodeCores === undefined ? {} : { settings: { transcodeCores } }),
  ...(tlsCert && tlsKey
    ? { rtmpSecureContext: createSecureContext({ cert: readFileSync(tlsCert), key: readFileSync(tlsKey) }) }
    : {}),
  ...(siteUrl ? { exchangeKey: makeExchangeKey(siteUrl, environment.secret) } : {}),
  ...(siteUrl && recordingFolder
    ? {
        recording: {
          folder: recordingFolder,
          freeBytesMin: environment.recordingFreeBytesMin,
          spoolBytesMax: environment.recordingSpoolBytesMax,
          door: makePieceDoor(siteUrl, internalMediaKey(environment.secret)),
          handOver: makeHandOver(siteUrl, internalMediaKey(environment.secret)),
        },
      }
    : {}),
});
onParentUpgrade(process, media.acceptUpgrade);
onParentEncoder(process, media.acceptEncoder);

async function drain(limitMs: number, isPatient = false): Promise<void> {
  tellParent({ drained: await media.drain(limitMs, isPatient) });
}
// The parent waits for it before it ends this process.
process.on('message', (message: { readonly drain?: unknown } | null) => {
  if (typeof message?.drain === 'number') void drain(message.drain);
});
// An operator restarts only this process, without a cut for its clients.
process.on('SIGUSR2', () => void drain(DRAIN_MS, true).then(stop));

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await media.close();
  process.exit(0);
}
onEnd(() => void stop());

tellParent({ ready: true, port: media.port, rtmpPort: media.rtmpPort ?? null });
log.info({ port: media.port, icePort: environment.icePort }, 'media ready');
