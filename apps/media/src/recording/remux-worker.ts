import { writeFile } from 'node:fs/promises';
import { serveJobs } from '@klieg/kernel/child';
import type { RemuxAnswer, RemuxJob } from './remux-messages.ts';

/*
 * The child process that turns chunks into a seekable file: index in front, duration, poster. It reads
 * what we wrote ourselves and decodes one picture; a crash ends only this process.
 */

const POSTER_WIDTH = 640;
const QUALITY = 88;
const POSTER_AT_SECONDS = 1;

type NodeAv = typeof import('node-av');

async function remux(av: NodeAv, from: string, to: string): Promise<number> {
  const input = await av.Demuxer.open(from);
  const output = await av.Muxer.open(to, { input, format: 'mp4', options: { movflags: 'faststart' } });
  const map = new Map<number, number>();
  for (const stream of [input.video(), input.audio()])
    if (stream) map.set(stream.index, output.addStream(stream));
  const video = input.video();
  /** When the first picture is shown; later than 0 with pictures that are shown out of order. */
  let startSeconds: number | undefined;
  let endSeconds = 0;
  for await (const packet of input.packets()) {
    if (!packet) break;
    const target = map.get(packet.streamIndex);
    const { num, den } = packet.timeBase;
    if (packet.streamIndex === video?.index) {
      startSeconds ??= (Number(packet.pts) * num) / den;
      endSeconds = Math.max(endSeconds, (Number(packet.pts + packet.duration) * num) / den);
    }
    if (target !== undefined && startSeconds !== undefined) {
      // The file begins with its first picture; else the muxer writes an empty edit, which players cannot seek in.
      const startTicks = BigInt(Math.round((startSeconds * den) / num));
      packet.pts -= startTicks;
      packet.dts -= startTicks;
      await output.writePacket(packet, target);
    }
    packet.free();
  }
  await output.close();
  await input.close();
  return Math.max(0, endSeconds - (startSeconds ?? 0));
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

/** What a broken file makes the library say is not for the log; failures are answered. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

await serveJobs({
  load,
  async work(av, job: RemuxJob): Promise<RemuxAnswer> {
    const seconds = job.to === undefined ? 0 : await remux(av, job.from, job.to);
    await writePoster(av, job);
    return { kind: 'done', durationMs: Math.round(seconds * 1000) };
  },
  failed: (_job, detail): RemuxAnswer => ({ kind: 'failed', detail }),
});
