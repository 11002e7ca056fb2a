import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isObsInstalled, OBS_ADVISED, startObs } from '@klieg/testing';
import { pack } from '@klieg/testing/fuzzing';
import { packetizeNals } from '../../edge/webrtc/rtp-packetizer.ts';
import type { VideoUnit } from '../../packaging/units.ts';
import { makeMediaIntake } from '../../rtmp/media-intake.ts';
import { makeChunkReader } from '../../rtmp/wire/chunk-reader.ts';
import { type RtmpMessage, TYPE } from '../../rtmp/wire/messages.ts';
import { rtpPacket } from '../rtp-packets.ts';
import { startHarness } from '../live-harness.ts';

/*
 * Writes the captures of the corpus anew: what ffmpeg and OBS really send, and what media makes of it for edges.
 * Run it by hand; the files are small and are kept in the repository.
 */

const HANDSHAKE_BYTES = 1 + 2 * 1_536;
const CAPTURE_BYTES = 16 * 1024;
const PICTURE = '-f lavfi -i testsrc2=size=160x90:rate=15 -f lavfi -i sine=440';
const CODECS =
  '-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 8 -b:v 60k -c:a aac -b:a 32k';

const corpus = fileURLToPath(new URL('./corpus/', import.meta.url));
function save(target: string, name: string, bytes: Buffer): void {
  mkdirSync(join(corpus, target), { recursive: true });
  writeFileSync(join(corpus, target, name), bytes);
  process.stdout.write(`${target}/${name}: ${bytes.length} bytes\n`);
}

const harness = await startHarness(
  '/nowhere',
  {},
  { rtmpPort: 0, exchangeKey: () => Promise.resolve(harness.publishToken('b', 'stream_of_capture')) },
);

/** Stands between an encoder and media, and keeps what the encoder sends. */
const sent: Buffer[] = [];
const between = createServer((encoder) => {
  const media = connect(harness.media.rtmpPort!, '127.0.0.1');
  encoder.on('data', (data) => sent.push(data));
  encoder.pipe(media).pipe(encoder);
  for (const socket of [encoder, media]) socket.on('error', () => {});
});
between.listen(0, '127.0.0.1');
await once(between, 'listening');
const server = `rtmp://127.0.0.1:${(between.address() as { port: number }).port}/live`;
const takeSent = (): Buffer => Buffer.concat(sent.splice(0));

/** The messages of a capture behind its commands, up to its bound. */
function mediaOf(capture: Buffer): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = makeChunkReader({
    bytesMaxOf: () => 2 ** 20,
    onMessage(message) {
      messages.push({ ...message, payload: Buffer.from(message.payload) });
      return 'next';
    },
  });
  reader.push(capture.subarray(HANDSHAKE_BYTES));
  return messages.filter(({ typeId }) => typeId === TYPE.video || typeId === TYPE.audio);
}

const asPiece = ({ typeId, timestampMs, payload }: RtmpMessage): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = typeId === TYPE.audio ? 1 : 0;
  head.writeUInt32BE(timestampMs, 1);
  return Buffer.concat([head, payload]);
};

/** The same pictures as packets, as browsers send them. */
function asPackets(messages: readonly RtmpMessage[]): Buffer[] {
  const units: VideoUnit[] = [];
  const intake = makeMediaIntake({
    onVideo: (unit) => void units.push(unit),
    onAudioFormat() {},
    onAudio() {},
  });
  for (const message of messages) intake.push(message);
  let sequence = 0;
  return units.flatMap(({ ticks, sps, pps, nals }) => {
    const payloads = packetizeNals([...[sps, pps].filter((set) => set !== undefined), ...nals]);
    return payloads.map((payload, i) => {
      const isMarked = i === payloads.length - 1;
      const packet = rtpPacket({ sequence: sequence++, timestamp: ticks, isMarked, payload });
      return Buffer.concat([Buffer.from([0]), packet]);
    });
  });
}

function saveCapture(name: string, capture: Buffer): void {
  save('rtmp', name, Buffer.concat([Buffer.from([7]), capture]));
  const messages = mediaOf(capture);
  save('rtmp-media', name, pack(messages.map(asPiece)));
  save('rtp', name, pack(asPackets(messages)));
}

const ffmpeg = spawn(
  '/usr/bin/ffmpeg',
  `-v error -re ${PICTURE} -t 2 ${CODECS} -f flv ${server}/key`.split(' '),
);
while (harness.factsOf('live', 'b').length === 0) await setTimeout(20);
const viewer = harness.watch('stream_of_capture');
await once(ffmpeg, 'exit');
await setTimeout(300);
saveCapture('ffmpeg', takeSent().subarray(0, CAPTURE_BYTES));
save('fmp4', 'ffmpeg', pack(viewer.frames.slice(0, 12)));

if (isObsInstalled) {
  const obs = await startObs({
    server,
    key: 'key',
    profile: { ...OBS_ADVISED, width: 160, height: 90, kbps: 100 },
  });
  while (sent.reduce((sum, { length }) => sum + length, 0) < CAPTURE_BYTES) await setTimeout(100);
  obs.kill();
  saveCapture('obs', takeSent().subarray(0, CAPTURE_BYTES));
}
await harness.close();
between.close();
// What was killed has to be cleared away first.
await setTimeout(1_000);
process.exit(0);
