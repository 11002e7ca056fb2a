import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MediaCommand } from '@klieg/contract/media';
import { MEDIA_COMMANDS, MEDIA_FACTS } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { startMedia } from '../../apps/media/src/start/start-media.ts';
import { makeMemoryBus } from '../../apps/media/src/testing/memory-bus.ts';

/*
 * A whole media process that is the edge of a stream, and in a process of its own (argument 1 `origin`) an origin
 * that answers any part with the same bytes. Arguments: `edge`, the secret in hex, the origin's port, the name of the
 * stream; or `origin`, the bytes of a part. The edge says how often it has asked the origin.
 */

const [, , role = '', first = '', originPort = '', streamName = ''] = process.argv;

if (role === 'origin') {
  const part = Buffer.alloc(Number(first), 7);
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, {
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=60, immutable',
      'x-content-type-options': 'nosniff',
      'x-stream-clock': 'bench',
      'content-length': part.length,
    });
    response.end(part);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('message', () => process.send?.({ asked }));
} else {
  const bus = makeMemoryBus();
  const media = await startMedia({
    node: 'edge',
    secret: Buffer.from(first, 'hex'),
    bus,
    host: '127.0.0.1',
    port: 0,
    icePort: 0,
    log: silentLog,
    // All players of it are of one session.
    settings: { transcodeCores: 0, viewersPerSessionMax: 100_000 },
  });
  const broadcastId = randomBytes(8).toString('hex');
  const live = { broadcastId, streamName, username: 'bench', width: 1_280, height: 720, hasAudio: true };
  const broadcast = { ...live, tech: 'webrtc', renditions: ['source'] };
  const beat = (): void =>
    bus.publish(MEDIA_FACTS, {
      kind: 'alive',
      node: 'origin',
      url: `http://127.0.0.1:${originPort}`,
      broadcasts: [broadcast],
    });
  beat();
  setInterval(beat, 1_000);
  bus.publish(MEDIA_COMMANDS, { kind: 'report' } satisfies MediaCommand);
  process.on('message', () => process.send?.({ asked: 0 }));
  process.send?.({ port: media.port });
}
process.on('disconnect', () => process.exit(0));
