import { onEnd } from '@klieg/kernel/child';
import { makeLog } from '@klieg/log';
import { makePublishers } from './publishers.ts';

/*
 * Entry of the process that holds all demo publishers. DATA_DIR says where the loops lie.
 */

/** After this the process ends whether or not all have left. */
const STOP_MS = 3_000;

const log = makeLog({ part: 'demo' });
const publishers = makePublishers({
  dataDir: process.env['DATA_DIR'] ?? './var',
  log,
  // A parent that has gone is an event of its own; what was for it is lost.
  send: (message) => void process.send?.(message, () => {}),
});
process.on('message', (message) => publishers.receive(message));

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await publishers.close();
  process.exit(0);
}
onEnd(() => void stop());

process.send?.({ ready: true }, () => {});
