import type { AudioFormat } from '../packaging/units.ts';
import type { Frame, NodeAv } from './picture-decoder.ts';

/** Decodes packets to stereo at one rate. */
export interface SoundDecoder {
  /** Calls `onSound` for each complete frame, which is valid during the call; malformed data gives none. */
  decode(data: Uint8Array, onSound: (frame: Frame) => void): void;
  free(): void;
}

export type CodecContext = InstanceType<NodeAv['CodecContext']>;
type Resampler = InstanceType<NodeAv['SoftwareResampleContext']>;
export type SampleFormat = CodecContext['sampleFormat'];

/** What comes out. */
export const SOUND_HZ = 48_000;
export const SOUND_CHANNELS = 2;

export const stereo = (av: NodeAv) => ({
  nbChannels: SOUND_CHANNELS,
  order: av.AV_CHANNEL_ORDER_NATIVE,
  mask: 3n,
});

function openDecoder(av: NodeAv, source: AudioFormat): CodecContext {
  const isOpus = source.codec === 'opus';
  const codec = isOpus
    ? av.Codec.findDecoderByName(av.FF_DECODER_LIBOPUS)
    : av.Codec.findDecoder(av.AV_CODEC_ID_AAC);
  if (!codec) throw new Error(`no decoder of ${source.codec}`);
  const decoder = new av.CodecContext();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  if (isOpus) {
    decoder.sampleRate = SOUND_HZ;
    decoder.channelLayout = stereo(av);
  } else decoder.extraData = Buffer.from(source.config);
  av.FFmpegError.throwIfError(decoder.open2Sync(codec), 'open sound decoder');
  return decoder;
}

/** Planes of a stereo float frame, as arrays of its samples only. @param planes 1: both channels interleaved */
export function planesOf(frame: Frame, planes: number): Float32Array[] {
  const values = frame.nbSamples * (SOUND_CHANNELS / planes);
  return (frame.data ?? []).slice(0, planes).map((plane) => {
    const bytes = Buffer.from(plane.subarray(0, values * Float32Array.BYTES_PER_ELEMENT));
    return new Float32Array(new Uint8Array(bytes).buffer);
  });
}

/** @throws Error when the codec is missing or refuses the format */
export function makeSoundDecoder(av: NodeAv, source: AudioFormat, sampleFormat: SampleFormat): SoundDecoder {
  const decoder = openDecoder(av, source);
  const packet = new av.Packet();
  const decoded = new av.Frame();
  const stereoFrame = new av.Frame();
  packet.alloc();
  decoded.alloc();
  stereoFrame.alloc();
  let resampler: Resampler | undefined;
  let resamplerKey = '';

  const resamplerFor = (frame: Frame): Resampler => {
    const { channelLayout, sampleRate } = frame;
    const key = `${sampleRate}:${frame.format}:${channelLayout.nbChannels}:${channelLayout.mask}`;
    if (resampler && key === resamplerKey) return resampler;
    resampler?.free();
    const made = new av.SoftwareResampleContext();
    const from = frame.format as SampleFormat;
    const set = made.allocSetOpts2(stereo(av), sampleFormat, SOUND_HZ, channelLayout, from, sampleRate);
    av.FFmpegError.throwIfError(set, 'resampler');
    av.FFmpegError.throwIfError(made.init(), 'resampler');
    resamplerKey = key;
    return (resampler = made);
  };

  const convert = (frame: Frame): void => {
    stereoFrame.unref();
    stereoFrame.format = sampleFormat;
    stereoFrame.sampleRate = SOUND_HZ;
    stereoFrame.channelLayout = stereo(av);
    av.FFmpegError.throwIfError(resamplerFor(frame).convertFrame(stereoFrame, frame), 'resample');
  };

  return {
    decode(data, onSound) {
      packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      decoder.sendPacketSync(packet);
      packet.unref();
      while (decoder.receiveFrameSync(decoded) >= 0) {
        convert(decoded);
        if (stereoFrame.nbSamples > 0) onSound(stereoFrame);
        decoded.unref();
      }
    },
    free() {
      resampler?.free();
      for (const one of [stereoFrame, decoded, packet]) one.free();
      decoder.freeContext();
    },
  };
}
