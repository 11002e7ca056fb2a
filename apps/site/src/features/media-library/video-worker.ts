import { readSync, writeSync } from 'node:fs';
import { serveJobs } from '@klieg/kernel/child';
import type { ReadBytes } from '../../platform/movies/index.ts';
import { drawTimeline } from './segments/draw-timeline.ts';
import { type Movie, shownAt } from './segments/read-tracks.ts';
import { makeSegments, readMovieOf, type SegmentFiles } from './segments/segment-index.ts';
import type { RemadeVideo, StudiedVideo, VideoAnswer, VideoJob } from './video-messages.ts';

/*
 * The child process that reads videos. It copies picture and sound of an untrusted upload into a new file, so that
 * nothing else of the file is kept, finds out how a file plays in segments, and decodes pictures. It has no
 * environment, and no files but the two that it was started with.
 */

type NodeAv = typeof import('node-av');
type Demuxer = Awaited<ReturnType<NodeAv['Demuxer']['open']>>;

const SOURCE = 0;
const RESULT = 1;
const SIDE_MAX = 4_096;
const DURATION_MAX_SECONDS = 6 * 3_600;
const QUALITY = 88;
const WHENCE = { current: 1, end: 2, size: 65_536 } as const;

/** Why a file is not taken. */
class Refused extends Error {
  readonly reason: 'codec' | 'too_long' | 'too_large';

  constructor(reason: Refused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const placeOf = (offset: number, whence: number, at: number, size: number): number =>
  whence === WHENCE.current ? at + offset : whence === WHENCE.end ? size + offset : offset;

const openSource = (av: NodeAv, { sizeBytes }: VideoJob): Promise<Demuxer> => {
  let at = 0;
  return av.Demuxer.open(
    {
      read(size: number) {
        const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(size, sizeBytes - at)));
        const count = chunk.length === 0 ? 0 : readSync(SOURCE, chunk, 0, chunk.length, at);
        if (count === 0) return null;
        at += count;
        return chunk.subarray(0, count);
      },
      seek(offset: bigint, whence: number) {
        if (whence === WHENCE.size) return BigInt(sizeBytes);
        at = placeOf(Number(offset), whence, at, sizeBytes);
        return BigInt(at);
      },
    },
    { format: 'mp4' },
  );
};

const openResult = (av: NodeAv, input: Demuxer) => {
  let [at, size] = [0, 0];
  return av.Muxer.open(
    {
      write(chunk: Buffer) {
        for (let sent = 0; sent < chunk.length;)
          sent += writeSync(RESULT, chunk, sent, chunk.length - sent, at + sent);
        at += chunk.length;
        size = Math.max(size, at);
        return chunk.length;
      },
      seek(offset: bigint, whence: number) {
        if (whence === WHENCE.size) return BigInt(size);
        at = placeOf(Number(offset), whence, at, size);
        return BigInt(at);
      },
    },
    { input, format: 'mp4' },
  );
};

/** What the file is. @throws Refused */
function inspect(av: NodeAv, input: Demuxer) {
  const [video, audio] = [input.video(), input.audio()];
  if (video?.codecpar.codecId !== av.AV_CODEC_ID_H264) throw new Refused('codec');
  if (audio && audio.codecpar.codecId !== av.AV_CODEC_ID_AAC) throw new Refused('codec');
  const { width, height } = video.codecpar;
  if (width < 2 || height < 2 || width > SIDE_MAX || height > SIDE_MAX) throw new Refused('too_large');
  return { video, audio, width, height };
}

/** Copies picture and sound. @returns seconds of the video */
async function copyTracks(av: NodeAv, job: VideoJob) {
  const input = await openSource(av, job);
  const { video, audio, width, height } = inspect(av, input);
  const output = await openResult(av, input);
  const tracks = new Map<number, number>();
  for (const stream of [video, audio]) if (stream) tracks.set(stream.index, output.addStream(stream));
  let [startSeconds, endSeconds]: [number | undefined, number] = [undefined, 0];
  for await (const packet of input.packets()) {
    if (!packet) break;
    const track = tracks.get(packet.streamIndex);
    const { num, den } = packet.timeBase;
    if (packet.streamIndex === video.index) {
      startSeconds ??= (Number(packet.pts) * num) / den;
      endSeconds = Math.max(endSeconds, (Number(packet.pts + packet.duration) * num) / den);
      if (endSeconds - startSeconds > DURATION_MAX_SECONDS) throw new Refused('too_long');
    }
    // The file begins with its first picture: earlier sound is dropped.
    if (track !== undefined && startSeconds !== undefined) {
      const startTicks = BigInt(Math.round((startSeconds * den) / num));
      packet.pts -= startTicks;
      packet.dts -= startTicks;
      await output.writePacket(packet, track);
    }
    packet.free();
  }
  await output.close();
  await input.close();
  if (startSeconds === undefined) throw new Error('no picture');
  return { width, height, seconds: Math.max(0, endSeconds - startSeconds), isMuted: !audio };
}

/** A picture from a tenth of the way, or the last one before the end of the readable part. */
async function drawPictures(av: NodeAv, job: VideoJob, atSeconds: number) {
  const input = await openSource(av, job);
  const video = input.video()!;
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
    if (best && seconds - firstSeconds >= atSeconds) break;
  }
  await input.close();
  if (!best) throw new Error('no picture could be decoded');
  const frame = best;
  // NOTE: a scaler keeps its graph for one size.
  const draw = (side: number): Uint8Array => {
    const ratio = Math.min(1, side / Math.max(frame.width, frame.height));
    const even = (length: number) => Math.max(2, Math.round((length * ratio) / 2) * 2);
    const resize = { width: even(frame.width), height: even(frame.height) };
    return new av.Scaler().toJpegSync(frame, { resize, quality: QUALITY });
  };
  return { thumb: draw(job.thumbSide), blurred: draw(job.blurSide) };
}

/** The picture is searched no further than this: everything up to it must be decoded. */
const POSTER_MAX_SECONDS = 10;

async function remake(av: NodeAv, job: VideoJob): Promise<RemadeVideo> {
  const { seconds, ...made } = await copyTracks(av, job);
  const pictures = await drawPictures(av, job, Math.min(POSTER_MAX_SECONDS, seconds / 10));
  return { ...made, ...pictures, durationMs: Math.round(seconds * 1_000) };
}

const readSource: ReadBytes = (from, length) => {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let count = 0;
  for (let got = -1; got !== 0 && count < length; count += got)
    got = readSync(SOURCE, bytes, count, length - count, from + count);
  return bytes.subarray(0, count);
};

/** Null for a movie that is whole and yet cannot be cut. */
function cut(movie: Movie, sizeBytes: number): SegmentFiles | null {
  try {
    return makeSegments(movie, sizeBytes);
  } catch {
    return null;
  }
}

/** When the last picture is over. */
function secondsOf({ video }: Movie): number {
  const { samples, timescale } = video;
  let end = 0;
  for (let at = 0; at < samples.count; at++)
    end = Math.max(end, shownAt(video, at) + samples.durations[at]! / timescale);
  return end;
}

/** @throws Refused */
async function study(av: NodeAv, job: VideoJob): Promise<StudiedVideo> {
  const movie = readMovieOf(readSource, job.sizeBytes);
  const input = await openSource(av, job);
  const video = input.video();
  if (video?.codecpar.codecId !== av.AV_CODEC_ID_H264) throw new Refused('codec');
  const { width, height } = video.codecpar;
  if (width < 2 || height < 2 || width > SIDE_MAX || height > SIDE_MAX) throw new Refused('too_large');
  const seconds = secondsOf(movie);
  const source = { parameters: video.codecpar, track: movie.video, read: readSource };
  const timeline = drawTimeline(av, source, { seconds, width, height });
  await input.close();
  const pictures = await drawPictures(av, job, Math.min(POSTER_MAX_SECONDS, seconds / 10));
  return {
    width,
    height,
    durationMs: Math.round(seconds * 1_000),
    isMuted: !movie.audio,
    ...pictures,
    timeline,
    segments: cut(movie, job.sizeBytes),
  };
}

/** What a hostile file makes the library say is not for the log; failures are answered. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

await serveJobs({
  load,
  async work(av, job: VideoJob): Promise<VideoAnswer> {
    try {
      return job.kind === 'study'
        ? { kind: 'studied', ...(await study(av, job)) }
        : { kind: 'done', ...(await remake(av, job)) };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refused', reason: error.reason };
      throw error;
    }
  },
  failed: (_job, detail): VideoAnswer => ({ kind: 'failed', detail }),
});
