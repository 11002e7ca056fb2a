import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { makeAccess } from '../../apps/media/src/control/access.ts';
import { makeLeave } from '../../apps/media/src/control/leaving.ts';
import { makePreviewMeter } from '../../apps/media/src/control/preview-meter.ts';
import { LIVE_STREAM_DEFAULTS, makeLiveStream } from '../../apps/media/src/edge/live-stream.ts';
import { makeViewerGate } from '../../apps/media/src/edge/sockets/viewer-gate.ts';

/*
 * The edge of the media process alone, fed with synthetic fragments: argument 1 is the secret in
 * hex, 2 the bytes of a fragment, 3 its milliseconds.
 */

const [, , secret = '', fragmentBytes = '', fragmentMs = ''] = process.argv;
const FRAGMENTS_PER_GROUP = 20;

const stream = makeLiveStream({ name: 'bench', ...LIVE_STREAM_DEFAULTS, now: () => performance.now() });
const source = stream.rendition('source');
const previews = makePreviewMeter({ tell: () => undefined, now: () => performance.now() });
const gate = makeViewerGate({
  access: makeAccess(Buffer.from(secret, 'hex'), Date.now, previews),
  previews,
  deliveries: { count: () => undefined, lose: () => undefined, mayBegin: () => true },
  awaitStream: () => Promise.resolve(),
  now: Date.now,
  monotonic: () => performance.now(),
  findStream: (name) => (name === stream.name ? stream : undefined),
  allowedOrigins: undefined,
  leaving: makeLeave(),
  viewersMax: 100_000,
  viewersPerSessionMax: 100_000,
});
source.setInit({
  codecs: 'avc1.42C01F',
  format: { width: 1_280, height: 720, codec: 'avc1.42C01F' },
  hasAudio: false,
  data: Buffer.alloc(700),
});

const data = Buffer.alloc(Number(fragmentBytes), 7);
let sent = 0;
let nextMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  for (; nowMs >= nextMs; nextMs += Number(fragmentMs)) {
    source.append(
      {
        data,
        isKey: sent % FRAGMENTS_PER_GROUP === 0,
        startMs: sent * Number(fragmentMs),
        durationMs: Number(fragmentMs),
      },
      nowMs,
    );
    sent += 1;
  }
}, 5);
setInterval(() => gate.sweep(), 500);

const server = createServer().on('upgrade', (request, socket, head) =>
  gate.accept({ url: request.url ?? '', headers: request.headers, head }, socket as Socket),
);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () =>
  process.send?.({ dropped: stream.fragmentsDropped, viewers: stream.viewerCount }),
);
process.on('disconnect', () => process.exit(0));
