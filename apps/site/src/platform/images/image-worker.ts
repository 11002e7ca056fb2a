import { buffer } from 'node:stream/consumers';
import { serveJobs } from '@klieg/kernel/child';
import { jpegOrientation } from './image-format.ts';
import type { ImageAnswer, ImageJob } from './image-messages.ts';

/*
 * The child process that decodes and redraws one untrusted image. It has no environment and no files; the decoder is an
 * optional package, so that the rest runs without it.
 */

type NodeAv = typeof import('node-av');
type Frame = InstanceType<NodeAv['Frame']>;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; three bytes a pixel, rows without gaps. */
  readonly rgb: Buffer;
}

const SIDE_MAX = 8_000;
/** Slightly more than 24 megapixels: decoded, each pixel takes four bytes or more, plus working memory. */
const PIXELS_MAX = 26_000_000;
const QUALITY = 88;

function decode(av: NodeAv, codec: ImageJob['codec'], bytes: Buffer): Frame {
  const ids = {
    jpeg: av.AV_CODEC_ID_MJPEG,
    png: av.AV_CODEC_ID_PNG,
    webp: av.AV_CODEC_ID_WEBP,
    gif: av.AV_CODEC_ID_GIF,
  };
  const decoder = new av.CodecContext();
  const packet = new av.Packet();
  const frame = new av.Frame();
  decoder.allocContext3(av.Codec.findDecoder(ids[codec]));
  decoder.threadCount = 1;
  // A few bytes can claim to be an image of gigabytes.
  av.FFmpegError.throwIfError(decoder.setOption('max_pixels', PIXELS_MAX), 'limit');
  av.FFmpegError.throwIfError(decoder.open2Sync(), 'open');
  packet.alloc();
  frame.alloc();
  packet.data = bytes;
  av.FFmpegError.throwIfError(decoder.sendPacketSync(packet), 'packet');
  decoder.sendPacketSync(null);
  av.FFmpegError.throwIfError(decoder.receiveFrameSync(frame), 'frame');
  if (frame.width > SIDE_MAX || frame.height > SIDE_MAX) throw new Error('image too large');
  frame.timeBase = new av.Rational(1, 1);
  frame.pts = 0n;
  return frame;
}

/** The image at the wanted size; transparent areas become white. */
function scale(av: NodeAv, frame: Frame, sideMax: number): Pixels {
  const ratio = Math.min(1, sideMax / Math.max(frame.width, frame.height));
  const even = (side: number): number => Math.max(2, Math.round((side * ratio) / 2) * 2);
  const [width, height] = [even(frame.width), even(frame.height)];
  const rgba = new av.Scaler().toBufferSync(frame, { resize: { width, height }, format: 'rgba' });
  const rgb = Buffer.allocUnsafe(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]!;
    for (let part = 0; part < 3; part++)
      rgb[to + part] = Math.round((rgba[from + part]! * alpha + 255 * (255 - alpha)) / 255);
  }
  return { width, height, rgb };
}

/** Turns and mirrors as EXIF's eight ways say. */
function turn({ width, height, rgb }: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return { width, height, rgb };
  const isAcross = orientation >= 5;
  const [newWidth, newHeight] = isAcross ? [height, width] : [width, height];
  const turned = Buffer.allocUnsafe(rgb.length);
  const mirrorsX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const mirrorsY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  for (let y = 0; y < newHeight; y++)
    for (let x = 0; x < newWidth; x++) {
      const [fromX, fromY] = isAcross ? [y, x] : [x, y];
      const sourceX = mirrorsX ? width - 1 - fromX : fromX;
      const sourceY = mirrorsY ? height - 1 - fromY : fromY;
      const from = (sourceY * width + sourceX) * 3;
      const to = (y * newWidth + x) * 3;
      turned[to] = rgb[from]!;
      turned[to + 1] = rgb[from + 1]!;
      turned[to + 2] = rgb[from + 2]!;
    }
  return { width: newWidth, height: newHeight, rgb: turned };
}

async function draw(av: NodeAv, { codec, sideMax }: ImageJob): Promise<ImageAnswer> {
  const bytes = await buffer(process.stdin);
  // How the camera was held, as EXIF says it: 1 upright, 3, 6 and 8 turned.
  const orientation = codec === 'jpeg' ? jpegOrientation(bytes) : 1;
  const { width, height, rgb } = turn(scale(av, decode(av, codec, bytes), sideMax), orientation);
  const frame = av.Frame.fromVideoBuffer(rgb, {
    width,
    height,
    format: av.AV_PIX_FMT_RGB24,
    timeBase: { num: 1, den: 1 },
  });
  frame.pts = 0n;
  const jpeg = new av.Scaler().toJpegSync(frame, { quality: QUALITY });
  return { kind: 'done', jpeg, width, height };
}

/** What a hostile file makes the library say is not for the log; failures are answered. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

await serveJobs({ load, work: draw, failed: (_job, detail): ImageAnswer => ({ kind: 'failed', detail }) });
