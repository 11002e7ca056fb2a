import type { RenditionSpec } from './ladder.ts';
import type { Frame, NodeAv } from './picture-decoder.ts';

export interface EncodedPacket {
  readonly showTicks: number;
  readonly isKey: boolean;
  /** With start codes. */
  readonly data: Buffer;
}

/** Scales and encodes one rendition. */
export interface RenditionEncoder {
  /** Scales a picture; the result is valid until the next call. */
  scale(source: Frame): Frame;
  /** Encodes the last scaled picture. @param isKey true: as a keyframe */
  encode(showTicks: number, isKey: boolean): readonly EncodedPacket[];
}

const VIDEO_HZ = 90_000;
/** Keyframes come when they are asked for, never by count. */
const GROUP_MAX = 1_000_000;
const FPS_USUAL = 30;
const HD_HEIGHT = 720;

const OPTIONS = {
  preset: 'superfast',
  tune: 'zerolatency',
  // Constrained baseline, which WebRTC viewers and old phones decode as well.
  profile: 'baseline',
  sc_threshold: '0',
  'forced-idr': '1',
} as const;

type Encoder = InstanceType<NodeAv['CodecContext']>;

/** What all pictures of a source have in common besides their size. */
interface Look {
  readonly colorSpace: Encoder['colorSpace'];
  readonly colorPrimaries: Encoder['colorPrimaries'];
  readonly colorTrc: Encoder['colorTrc'];
  readonly sampleAspectRatio: Encoder['sampleAspectRatio'];
}

/**
 * Players guess the colours of unmarked video by its height, so that a smaller rendition of unmarked HD would change
 * its colours: it is marked with the colours assumed for the source.
 */
function lookOf(av: NodeAv, source: Frame): Look {
  const { colorSpace, colorPrimaries, colorTrc, sampleAspectRatio, height } = source;
  if (colorSpace !== av.AVCOL_SPC_UNSPECIFIED || height < HD_HEIGHT)
    return { colorSpace, colorPrimaries, colorTrc, sampleAspectRatio };
  const marks = [av.AVCOL_SPC_BT709, av.AVCOL_PRI_BT709, av.AVCOL_TRC_BT709] as const;
  return { colorSpace: marks[0], colorPrimaries: marks[1], colorTrc: marks[2], sampleAspectRatio };
}

function openEncoder(av: NodeAv, spec: RenditionSpec, look: Look): Encoder {
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264);
  if (!codec) throw new Error('no H.264 encoder');
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  encoder.width = spec.width;
  encoder.height = spec.height;
  encoder.pixelFormat = av.AV_PIX_FMT_YUV420P;
  Object.assign(encoder, look);
  encoder.timeBase = new av.Rational(1, VIDEO_HZ);
  encoder.framerate = new av.Rational(Math.min(spec.fpsMax, FPS_USUAL), 1);
  encoder.gopSize = GROUP_MAX;
  encoder.maxBFrames = 0;
  encoder.bitRate = BigInt(spec.kbps * 1_000);
  encoder.rcMaxRate = BigInt(spec.kbps * 1_000);
  encoder.rcBufferSize = spec.kbps * 1_000;
  encoder.threadCount = 1;
  for (const [name, value] of Object.entries(OPTIONS))
    av.FFmpegError.throwIfError(encoder.setOption(name, value), name);
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open H.264 encoder');
  return encoder;
}

/** @param source the first picture, for its colours and the shape of its pixels */
export function makeRenditionEncoder(av: NodeAv, spec: RenditionSpec, source: Frame): RenditionEncoder {
  const { width, height } = spec;
  const packet = new av.Packet();
  const scaled = new av.Frame();
  packet.alloc();
  scaled.alloc();
  scaled.width = width;
  scaled.height = height;
  scaled.format = av.AV_PIX_FMT_YUV420P;
  av.FFmpegError.throwIfError(scaled.allocBuffer(), 'picture buffer');
  let scaler: InstanceType<NodeAv['SoftwareScaleContext']> | undefined;
  let scalerKey = '';
  const look = lookOf(av, source);
  let encoder = openEncoder(av, spec, look);
  let lastTicks = -Infinity;

  /** NOTE: a scaler reads as far as its own source size says, so every shape has its own. */
  const scalerFor = (picture: Frame) => {
    const key = `${picture.width}x${picture.height}:${picture.format}`;
    if (scaler && key === scalerKey) return scaler;
    scaler?.freeContext();
    const made = new av.SoftwareScaleContext();
    const format = picture.format as typeof av.AV_PIX_FMT_YUV420P;
    const { AV_PIX_FMT_YUV420P, SWS_BILINEAR } = av;
    made.getContext(picture.width, picture.height, format, width, height, AV_PIX_FMT_YUV420P, SWS_BILINEAR);
    scalerKey = key;
    return (scaler = made);
  };

  const takePackets = (): EncodedPacket[] => {
    const packets: EncodedPacket[] = [];
    while (encoder.receivePacketSync(packet) >= 0) {
      const { pts, isKeyframe, data } = packet;
      if (data) packets.push({ showTicks: Number(pts), isKey: isKeyframe, data: Buffer.from(data) });
      packet.unref();
    }
    return packets;
  };

  return {
    scale(picture) {
      // The encoder may still hold the last one.
      if (!scaled.isWritable) av.FFmpegError.throwIfError(scaled.makeWritable(), 'picture buffer');
      av.FFmpegError.throwIfError(scalerFor(picture).scaleFrameSync(scaled, picture), 'scale');
      return scaled;
    },
    encode(showTicks, isKey) {
      if (showTicks <= lastTicks) {
        // Encoders need increasing times; a restarted source begins with a keyframe.
        if (!isKey) return [];
        encoder.freeContext();
        encoder = openEncoder(av, spec, look);
      }
      lastTicks = showTicks;
      scaled.pts = BigInt(showTicks);
      scaled.pictType = isKey ? av.AV_PICTURE_TYPE_I : av.AV_PICTURE_TYPE_NONE;
      av.FFmpegError.throwIfError(encoder.sendFrameSync(scaled), 'encode');
      return takePackets();
    },
  };
}
