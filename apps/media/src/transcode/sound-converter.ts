import { OPUS } from '../packaging/audio-format.ts';
import type { AacFormat, AudioFormat } from '../packaging/units.ts';
import type { Frame, NodeAv } from './picture-decoder.ts';
import { makeSampleFifo } from './sample-fifo.ts';
import { makeSoundClock } from './sound-clock.ts';
import {
  type CodecContext,
  makeSoundDecoder,
  planesOf,
  SOUND_CHANNELS as CHANNELS,
  SOUND_HZ as HZ,
  stereo,
} from './sound-decoder.ts';
import type { AudioMessage, EncodedSound } from './transcode-messages.ts';

/** Makes AAC of Opus and Opus of AAC. */
export interface SoundConverter {
  readonly format: AudioFormat;
  /** The packets completed now; malformed data gives none. */
  convert(unit: AudioMessage): readonly EncodedSound[];
}

const AAC_BITS_PER_SECOND = 96_000n;
const OPUS_BITS_PER_SECOND = 64_000n;
/** Samples of the longest packet are 120 ms; more than this never waits. */
const SAMPLES_MAX = HZ;

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

/** Opens both codecs. @throws Error when one is missing or refuses the format */
export function makeSoundConverter(av: NodeAv, source: AudioFormat): SoundConverter {
  const encoder = openEncoder(av, source);
  const format = source.codec === 'opus' ? aacFormat(encoder) : OPUS;
  const isPlanar = format.codec === 'aac';
  const planes = isPlanar ? CHANNELS : 1;
  const { frameSize, sampleFormat } = encoder;
  const fifo = makeSampleFifo({ planes, perSample: CHANNELS / planes, samplesMax: SAMPLES_MAX });
  const clock = makeSoundClock(HZ);
  const decoder = makeSoundDecoder(av, source, sampleFormat);
  const packet = new av.Packet();
  packet.alloc();
  let written = 0;
  let read = 0;

  const collect = (frame: Frame): void => {
    fifo.write(planesOf(frame, planes));
    written += frame.nbSamples;
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
      clock.mark(written, onVideoMs);
      decoder.decode(data, collect);
      encodeFull(sounds);
      return sounds;
    },
  };
}
