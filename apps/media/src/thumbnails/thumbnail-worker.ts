import { setPriority } from 'node:os';
import { tellParent } from '../tell-parent.ts';
import { THUMBNAIL_WIDTHS, type ThumbnailAnswer, type ThumbnailJob } from './thumbnail-messages.ts';

/*
 * The child process that decodes keyframes. A crash of the decoder ends only this process; the
 * decoder is an optional package, so that the rest runs without it.
 */

type NodeAv = typeof import('node-av');

const PRIORITY_LOW = 10;
const QUALITY = 92;
const SIDE_MAX = 4_096;

const answer = (message: ThumbnailAnswer): void => tellParent(message);

/** The picture of one keyframe; the caller frees it. @throws Error when it cannot be decoded */
function decodeKeyframe(av: NodeAv, keyframe: Uint8Array): InstanceType<NodeAv['Frame']> {
  using decoder = new av.CodecContext();
  using packet = new av.Packet();
  const frame = new av.Frame();
  frame.alloc();
  packet.alloc();
  decoder.allocContext3(av.Codec.findDecoder(av.AV_CODEC_ID_H264));
  decoder.threadCount = 1;
  av.FFmpegError.throwIfError(decoder.open2Sync(), 'open');
  packet.data = Buffer.from(keyframe);
  av.FFmpegError.throwIfError(decoder.sendPacketSync(packet), 'packet');
  decoder.sendPacketSync(null);
  av.FFmpegError.throwIfError(decoder.receiveFrameSync(frame), 'frame');
  if (frame.width > SIDE_MAX || frame.height > SIDE_MAX) throw new Error('picture too large');
  frame.timeBase = new av.Rational(1, 1_000);
  frame.pts = 0n;
  return frame;
}

function makeImages(av: NodeAv, keyframe: Uint8Array): Record<(typeof THUMBNAIL_WIDTHS)[number], Buffer> {
  using frame = decodeKeyframe(av, keyframe);
  // NOTE: a scaler keeps its graph for the first input size, so each picture has its own.
  using scaler = new av.Scaler();
  const jpeg = (width: number): Buffer => {
    const height = Math.max(2, Math.round((width * frame.height) / frame.width / 2) * 2);
    return scaler.toJpegSync(frame, { resize: { width, height }, quality: QUALITY });
  };
  return { 320: jpeg(320), 640: jpeg(640) };
}

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  setPriority(PRIORITY_LOW);
  let av: NodeAv;
  try {
    av = await import('node-av');
  } catch {
    answer({ kind: 'unsupported' });
    return;
  }
  // What a hostile stream makes the decoder say is not for the log; failures are answered.
  av.Log.setLevel(av.AV_LOG_QUIET);
  process.on('message', (message) => {
    const { jobId, keyframe } = message as ThumbnailJob;
    try {
      answer({ kind: 'done', jobId, images: makeImages(av, keyframe) });
    } catch (err) {
      answer({ kind: 'failed', jobId, detail: String(err).slice(0, 200) });
    }
  });
  answer({ kind: 'ready' });
}

await main();
