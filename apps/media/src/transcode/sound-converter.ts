import { OPUS } from '../packaging/audio-format.ts';
import type { AacFormat, AudioFormat } from '../packaging/units.ts';
import type { Frame, NodeAv } from './picture-decoder.ts';
import { makeSampleFifo } from './sample-fifo.ts';
import { makeSoundClock } from './sound-clock.ts';
import type { AudioMessage, EncodedSound } from './transcode-messages.ts';

/** Makes AAC of Opus and Opus of AAC. */
export interface SoundConverter {
  readonly format: AudioFormat;
  /** The packets that are complete now; what is malformed gives none. */
  convert(unit: AudioMessage): readonly EncodedSound[];
}

type CodecContext = InstanceType<NodeAv['CodecContext']>;
type Resampler = InstanceType<NodeAv['SoftwareResampleContext']>;

/** Both codecs leave at this rate, in stereo. */
const HZ = 48_000;
const CHANNELS = 2;
const AAC_BITS_PER_SECOND = 96_000n;
const OPUS_BITS_PER_SECOND = 64_000n;
/** Samples of the longest packet are 120 ms; more than this never waits. */
const SAMPLES_MAX = HZ;

const stereo = (av: NodeAv) => ({ nbChannels: CHANNELS, order: av.AV_CHANNEL_ORDER_NATIVE, mask: 3n });

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
    decoder.sampleRate = HZ;
    decoder.channelLayout = stereo(av);
  } else decoder.extraData = Buffer.from(source.config);
  av.FFmpegError.throwIfError(decoder.open2Sync(codec), 'open sound decoder');
  return decoder;
}

function openEncoder(av: NodeAv, source: AudioFormat): CodecContext {
  const isToAac = source.codec === 'opus';
  const codec = av.Codec.findEncoderByName(isToAac ? av.FF_ENCODER_AAC : av.FF_ENCODER_LIBOPUS);
  if (!codec) throw new Error('no sound encoder');
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = HZ;
  encoder.sampleFormat = isToAac ? av.AV_SAMPLE_FMT_FLTP : av.AV_SAMPLE_FMT_FLT;
  encoder.channelLayout = stereo(av);
  encoder.bitRate = isToAac ? AAC_BITS_PER_SECOND : OPUS_BITS_PER_SECOND;
  encoder.timeBase = new av.Rational(1, HZ);
  encoder.threadCount = 1;
  // The AudioSpecificConfig comes as extradata only with this flag.
  if (isToAac) encoder.setFlags(av.AV_CODEC_FLAG_GLOBAL_HEADER);
  else av.FFmpegError.throwIfError(encoder.setOption('frame_duration', '20'), 'frame_duration');
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open sound encoder');
  return encoder;
}

function aacFormat(encoder: CodecContext): AacFormat {
  const config = encoder.extraData;
  if (!config) throw new Error('the AAC encoder has no configuration');
  return { codec: 'aac', hz: HZ, channels: CHANNELS, config: Buffer.from(config) };
}

/** Planes of a float frame, as arrays of its samples only. */
function planesOf(frame: Frame, planes: number): Float32Array[] {
  const values = frame.nbSamples * (CHANNELS / planes);
  return (frame.data ?? []).slice(0, planes).map((plane) => {
    const bytes = Buffer.from(plane.subarray(0, values * Float32Array.BYTES_PER_ELEMENT));
    return new Float32Array(new Uint8Array(bytes).buffer);
  });
}

/** Opens both codecs. @throws Error when one is missing or refuses the format */
export function makeSoundConverter(av: NodeAv, source: AudioFormat): SoundConverter {
  const decoder = openDecoder(av, source);
  const encoder = openEncoder(av, source);
  const format = source.codec === 'opus' ? aacFormat(encoder) : OPUS;
  const isPlanar = format.codec === 'aac';
  const planes = isPlanar ? CHANNELS : 1;
  const { frameSize, sampleFormat } = encoder;
  const fifo = makeSampleFifo({ planes, perSample: CHANNELS / planes, samplesMax: SAMPLES_MAX });
  const clock = makeSoundClock(HZ);
  const packet = new av.Packet();
  const decoded = new av.Frame();
  const stereoFrame = new av.Frame();
  packet.alloc();
  decoded.alloc();
  stereoFrame.alloc();
  let resampler: Resampler | undefined;
  let resamplerKey = '';
  let written = 0;
  let read = 0;

  const resamplerFor = (frame: Frame): Resampler => {
    const { channelLayout, sampleRate } = frame;
    const key = `${sampleRate}:${frame.format}:${channelLayout.nbChannels}:${channelLayout.mask}`;
    if (resampler && key === resamplerKey) return resampler;
    resampler?.free();
    const made = new av.SoftwareResampleContext();
    const from = frame.format as typeof sampleFormat;
    const set = made.allocSetOpts2(stereo(av), sampleFormat, HZ, channelLayout, from, sampleRate);
    av.FFmpegError.throwIfError(set, 'resampler');
    av.FFmpegError.throwIfError(made.init(), 'resampler');
    resamplerKey = key;
    return (resampler = made);
  };

  const collect = (frame: Frame): void => {
    stereoFrame.unref();
    stereoFrame.format = sampleFormat;
    stereoFrame.sampleRate = HZ;
    stereoFrame.channelLayout = stereo(av);
    av.FFmpegError.throwIfError(resamplerFor(frame).convertFrame(stereoFrame, frame), 'resample');
    if (stereoFrame.nbSamples === 0) return;
    fifo.write(planesOf(stereoFrame, planes));
    written += stereoFrame.nbSamples;
  };

  const takePackets = (sounds: EncodedSound[]): void => {
    while (encoder.receivePacketSync(packet) >= 0) {
      const { data, pts } = packet;
      const onVideoMs = clock.msAt(Number(pts));
      if (data && onVideoMs !== undefined)
        sounds.push({ onVideoMs, durationTicks: frameSize, data: Buffer.from(data) });
      packet.unref();
    }
  };

  const encodeFull = (sounds: EncodedSound[]): void => {
    for (let block = fifo.read(frameSize); block; block = fifo.read(frameSize)) {
      const bytes = block.map((plane) => Buffer.from(plane.buffer, plane.byteOffset, plane.byteLength));
      const frame = av.Frame.fromAudioBuffer(Buffer.concat(bytes), {
        nbSamples: frameSize,
        format: sampleFormat,
        sampleRate: HZ,
        channelLayout: stereo(av),
        timeBase: new av.Rational(1, HZ),
        pts: BigInt(read),
      });
      read += frameSize;
      const sent = encoder.sendFrameSync(frame);
      frame.free();
      av.FFmpegError.throwIfError(sent, 'encode sound');
      takePackets(sounds);
    }
  };

  return {
    format,
    convert({ onVideoMs, data }) {
      const sounds: EncodedSound[] = [];
      packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      decoder.sendPacketSync(packet);
      packet.unref();
      clock.mark(written, onVideoMs);
      while (decoder.receiveFrameSync(decoded) >= 0) {
        collect(decoded);
        decoded.unref();
      }
      encodeFull(sounds);
      return sounds;
    },
  };
}
