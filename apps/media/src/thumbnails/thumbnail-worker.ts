import { setPriority } from 'node:os';
import { serveJobs } from '@klieg/kernel/child';
import type { ThumbnailAnswer, ThumbnailImage, ThumbnailJob } from './thumbnail-messages.ts';
import { measureSignal } from './measure-signal.ts';
import { type PictureSize, thumbnailSizes } from './thumbnail-sizes.ts';

/*
 * The child process that decodes keyframes. A crash of the decoder ends only this process; the
 * decoder is an optional package, so that the rest runs without it.
 */

type NodeAv = typeof import('node-av');

const PRIORITY_LOW = 10;
const JPEG_QUALITY = 92;
/** What costs a tenth of the default's time, for a twentieth more bytes. */
const WEBP = { quality: '78', compression_level: '2' } as const;
const SIDE_MAX = 4_096;

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

/** @throws Error when it cannot be encoded */
function encodeWebp(av: NodeAv, planes: Buffer, { width, height }: PictureSize): Buffer {
  using encoder = new av.CodecContext();
  using packet = new av.Packet();
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBWEBP);
  if (!codec) throw new Error('no WebP encoder');
  const timeBase = new av.Rational(1, 1_000);
  encoder.allocContext3(codec);
  Object.assign(encoder, { width, height, timeBase, pixelFormat: av.AV_PIX_FMT_YUV420P, threadCount: 1 });
  for (const [name, value] of Object.entries(WEBP))
    av.FFmpegError.throwIfError(encoder.setOption(name, value), name);
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open');
  const format = av.AV_PIX_FMT_YUV420P;
  using picture = av.Frame.fromVideoBuffer(planes, { width, height, format, timeBase, pts: 0n });
  av.FFmpegError.throwIfError(encoder.sendFrameSync(picture), 'picture');
  encoder.sendFrameSync(null);
  packet.alloc();
  av.FFmpegError.throwIfError(encoder.receivePacketSync(packet), 'encode');
  if (!packet.data) throw new Error('no picture came out');
  return Buffer.from(packet.data);
}

type Made = Pick<Extract<ThumbnailAnswer, { kind: 'done' }>, 'images' | 'signal'>;

function makeImages(av: NodeAv, { keyframe, sound }: ThumbnailJob): Made {
  using frame = decodeKeyframe(av, keyframe);
  // NOTE: a scaler keeps its graph for the first input size, so each picture has its own.
  using scaler = new av.Scaler();
  let luma = new Uint8Array(0);
  const images = thumbnailSizes(frame).map((resize, at): ThumbnailImage => {
    const jpg = scaler.toJpegSync(frame, { resize, quality: JPEG_QUALITY });
    const planes = scaler.toBufferSync(frame, { resize, format: 'yuv420p' });
    // The smallest says enough of how dark it is.
    if (at === 0) luma = new Uint8Array(planes.subarray(0, resize.width * resize.height));
    return { width: resize.width, bytes: { jpg, webp: encodeWebp(av, planes, resize) } };
  });
  return { images, signal: measureSignal(av, luma, sound) };
}

/** What a hostile stream makes the library say is not for the log; failures are answered. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

setPriority(PRIORITY_LOW);
await serveJobs({
  load,
  work: (av, job: ThumbnailJob): ThumbnailAnswer => ({
    kind: 'done',
    jobId: job.jobId,
    ...makeImages(av, job),
  }),
  failed: ({ jobId }, detail): ThumbnailAnswer => ({ kind: 'failed', jobId, detail }),
});
