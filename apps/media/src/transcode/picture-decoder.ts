import type { TranscodeSetup, VideoMessage } from './transcode-messages.ts';

export type NodeAv = typeof import('node-av');
export type Frame = InstanceType<NodeAv['Frame']>;

/** A decoded picture of the source with its place on the 90 kHz clock. */
export interface Picture {
  /** Valid only during the call that hands it over. */
  readonly frame: Frame;
  /** When it is shown. */
  readonly showTicks: number;
  /** From decoding to showing in the source. */
  readonly compositionTicks: number;
  /** True for a keyframe of the source. */
  readonly isKey: boolean;
}

export interface PictureDecoder {
  /** Calls `onPicture` for each finished picture, in display order; malformed data gives none. */
  decode(unit: VideoMessage, onPicture: (picture: Picture) => void): void;
}

/** Pictures that a decoder may hold back for reordering (H.264 allows 16), with room. */
const WAITING_MAX = 64;
/** Room for rounding up to whole blocks. */
const BLOCK_SLACK = 32;

type Waiting = Pick<VideoMessage, 'compositionTicks' | 'isKey'>;

/** One decoder without threads of its own, so that no picture waits for the next. */
export function makePictureDecoder(av: NodeAv, setup: TranscodeSetup): PictureDecoder {
  const codec = av.Codec.findDecoder(av.AV_CODEC_ID_H264);
  if (!codec) throw new Error('no H.264 decoder');
  const decoder = new av.CodecContext();
  const packet = new av.Packet();
  const frame = new av.Frame();
  const waiting = new Map<number, Waiting>();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  decoder.extraData = Buffer.from(setup.avcConfiguration);
  // NOTE: a parameter set on the way may claim any size; memory is spent for the announced one only.
  const pixelsMax = (setup.width + BLOCK_SLACK) * (setup.height + BLOCK_SLACK);
  av.FFmpegError.throwIfError(decoder.setOption('max_pixels', pixelsMax), 'max_pixels');
  av.FFmpegError.throwIfError(decoder.open2Sync(codec), 'open H.264 decoder');
  packet.alloc();
  frame.alloc();

  const remember = (showTicks: number, one: Waiting): void => {
    waiting.set(showTicks, one);
    if (waiting.size <= WAITING_MAX) return;
    const oldest = waiting.keys().next();
    if (!oldest.done) waiting.delete(oldest.value);
  };

  const take = (onPicture: (picture: Picture) => void): void => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      const showTicks = Number(frame.pts);
      const { compositionTicks = 0, isKey = false } = waiting.get(showTicks) ?? {};
      waiting.delete(showTicks);
      try {
        onPicture({ frame, showTicks, compositionTicks, isKey });
      } finally {
        frame.unref();
      }
    }
  };

  return {
    decode({ ticks, compositionTicks, isKey, data }, onPicture) {
      const showTicks = Math.round(ticks + compositionTicks);
      remember(showTicks, { compositionTicks, isKey });
      packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      packet.pts = BigInt(showTicks);
      packet.dts = BigInt(Math.round(ticks));
      packet.isKeyframe = isKey;
      // A packet that is refused gives no picture; the next keyframe mends it.
      decoder.sendPacketSync(packet);
      packet.unref();
      take(onPicture);
    },
  };
}
