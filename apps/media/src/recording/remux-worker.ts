import { writeFile } from 'node:fs/promises';
import { tellParent } from '../tell-parent.ts';
import type { RemuxAnswer, RemuxJob } from './remux-messages.ts';

/*
 * The child process that turns chunks into a seekable file: index in front, duration, poster. It reads
 * what we wrote ourselves and decodes one picture; a crash ends only this process.
 */

const POSTER_WIDTH = 640;
const QUALITY = 88;
const POSTER_AT_SECONDS = 1;

const answer = (message: RemuxAnswer): void => tellParent(message);

type NodeAv = typeof import('node-av');

async function remux(av: NodeAv, { from, to }: RemuxJob): Promise<number> {
  const input = await av.Demuxer.open(from);
  const output = await av.Muxer.open(to, { input, format: 'mp4', options: { movflags: 'faststart' } });
  const map = new Map<number, number>();
  for (const stream of [input.video(), input.audio()])
    if (stream) map.set(stream.index, output.addStream(stream));
  let startSeconds = Infinity;
  let endSeconds = 0;
  for await (const packet of input.packets()) {
    if (!packet) break;
    const target = map.get(packet.streamIndex);
    const { num, den } = packet.timeBase;
    const seconds = (ticks: bigint): number => (Number(ticks) * num) / den;
    if (packet.streamIndex === input.video()?.index) {
      startSeconds = Math.min(startSeconds, seconds(packet.pts));
      endSeconds = Math.max(endSeconds, seconds(packet.pts + packet.duration));
    }
    if (target !== undefined) await output.writePacket(packet, target);
    packet.free();
  }
  await output.close();
  await input.close();
  return Math.max(0, endSeconds - startSeconds);
}

/** A picture from a second after the start, or the first one. */
async function writePoster(av: NodeAv, { from, poster }: RemuxJob): Promise<void> {
  const input = await av.Demuxer.open(from);
  const video = input.video();
  if (!video) throw new Error('no picture');
  const decoder = await av.Decoder.create(video, { threadCount: 1 });
  let best: InstanceType<NodeAv['Frame']> | undefined;
  let firstSeconds: number | undefined;
  for await (const packet of input.packets(video.index)) {
    if (!packet) break;
    const { num, den } = packet.timeBase;
    const seconds = (Number(packet.pts) * num) / den;
    firstSeconds ??= seconds;
    for (const frame of decoder.decodeAllSync(packet)) {
      best?.free();
      best = frame;
    }
    packet.free();
    if (best && seconds - firstSeconds >= POSTER_AT_SECONDS) break;
  }
  if (!best) throw new Error('no picture could be decoded');
  const scaler = new av.Scaler();
  const height = Math.max(2, Math.round((POSTER_WIDTH * best.height) / best.width / 2) * 2);
  const image = scaler.toJpegSync(best, { resize: { width: POSTER_WIDTH, height }, quality: QUALITY });
  await writeFile(poster, image);
}

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  let av: NodeAv;
  try {
    av = await import('node-av');
  } catch {
    answer({ kind: 'unsupported' });
    return;
  }
  av.Log.setLevel(av.AV_LOG_QUIET);
  process.on('message', (message) => {
    const job = message as RemuxJob;
    remux(av, job)
      .then(async (seconds) => {
        await writePoster(av, job);
        answer({ kind: 'done', durationMs: Math.round(seconds * 1000) });
      })
      .catch((err: unknown) => answer({ kind: 'failed', detail: String(err).slice(0, 200) }));
  });
  answer({ kind: 'ready' });
}

await main();
