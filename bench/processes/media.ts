import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { makeLog } from '@klieg/log';
import type { MediaSettings } from '../../apps/media/src/start/media-options.ts';
import { startMedia } from '../../apps/media/src/start/start-media.ts';
import { makeMemoryBus } from '../../apps/media/src/testing/memory-bus.ts';

/*
 * The media process with settings of a benchmark's own: argument 1 is a JSON object with the secret in
 * hex, the origin of pages and the settings. Every message is answered with the requests by HTTP since
 * the last one: those for HLS, and those in which a proxy asks for a right; one with a command is told to it before.
 */

const { secret, origin, settings, recordingFolder } = JSON.parse(process.argv[2] ?? '') as {
  secret: string;
  origin?: string;
  settings?: Partial<MediaSettings>;
  recordingFolder?: string;
};
const bus = makeMemoryBus();
const media = await startMedia({
  node: 'bench',
  secret: Buffer.from(secret, 'hex'),
  bus,
  host: '127.0.0.1',
  port: 0,
  icePort: 0,
  log: process.env['LOGS'] ? makeLog({}) : silentLog,
  ...(origin ? { allowedOrigins: [origin] } : {}),
  ...(settings ? { settings } : {}),
  ...(recordingFolder
    ? {
        recording: {
          folder: recordingFolder,
          freeBytesMin: 0,
          door: {
            put: () => Promise.resolve('taken'),
            putPoster: () => Promise.resolve('taken'),
            end: () => Promise.resolve('taken'),
          },
          handOver: async () => {},
        },
      }
    : {}),
});
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), 4_000).unref();
  void media.close().then(() => process.exit(0));
});
const requests = { hls: 0, auth: 0 };
subscribe('http.server.request.start', (message) => {
  const { url = '' } = (message as { request: IncomingMessage }).request;
  if (url.startsWith('/live/hls/')) requests.hls += 1;
  else if (url.startsWith('/live/auth')) requests.auth += 1;
});
process.on('message', (message) => {
  const { command } = message as { command?: MediaCommand };
  if (command) bus.publish(MEDIA_COMMANDS, command);
  process.send?.({ ...requests });
  requests.hls = requests.auth = 0;
});
process.send?.({ port: media.port });
