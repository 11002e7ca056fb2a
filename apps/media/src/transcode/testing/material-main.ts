import * as av from 'node-av';
import type { MaterialJob, MaterialPacket } from './material.ts';

/*
 * Encodes a moving test picture and a tone; a short process of its own, which frees what it took by
 * ending. The job is the first message, the packets are the answer.
 */

const HZ = 48_000;
const AAC_SAMPLES = 1_024;
const STEREO = { nbChannels: 2, order: av.AV_CHANNEL_ORDER_NATIVE, mask: 3n };

function packetsOf(encoder: av.CodecContext, send: () => void): MaterialPacket[] {
  send();
  const packets: MaterialPacket[] = [];
  for (;;) {
    const packet = new av.Packet();
    packet.alloc();
    if (encoder.receivePacketSync(packet) < 0) return packets;
    const { pts, dts, isKeyframe, data } = packet;
    packets.push({ pts: Number(pts), dts: Number(dts), isKey: isKeyframe, data: Buffer.from(data!) });
  }
}

/** Bars that wander and a gradient that changes, in three planes. */
function draw(width: number, height: number, index: number): Buffer {
  const planes = Buffer.alloc((width * height * 3) / 2, 128);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      planes[y * width + x] = 40 + ((x + index * 4) % 160 < 80 ? 60 : 0) + ((y + index) % 100);
  return planes;
}

function encodePictures({ width, height, fps, pictures, groupPictures, bFrames }: MaterialJob) {
  const encoder = new av.CodecContext();
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264)!;
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = av.AV_PIX_FMT_YUV420P;
  encoder.timeBase = new av.Rational(1, fps);
  encoder.gopSize = groupPictures;
  encoder.maxBFrames = bFrames;
  encoder.threadCount = 1;
  for (const [name, value] of Object.entries({ preset: 'ultrafast', crf: '30', sc_threshold: '0' }))
    av.FFmpegError.throwIfError(encoder.setOption(name, value), name);
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open');
  const packets: MaterialPacket[] = [];
  for (let i = 0; i < pictures; i++) {
    const frame = av.Frame.fromVideoBuffer(draw(width, height, i), {
      width,
      height,
      format: av.AV_PIX_FMT_YUV420P,
      timeBase: new av.Rational(1, fps),
      pts: BigInt(i),
    });
    packets.push(...packetsOf(encoder, () => encoder.sendFrameSync(frame)));
  }
  return [...packets, ...packetsOf(encoder, () => encoder.sendFrameSync(null))];
}

function encodeTone(seconds: number) {
  const encoder = new av.CodecContext();
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_AAC)!;
  encoder.allocContext3(codec);
  encoder.sampleRate = HZ;
  encoder.sampleFormat = av.AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = STEREO;
  encoder.timeBase = new av.Rational(1, HZ);
  encoder.setFlags(av.AV_CODEC_FLAG_GLOBAL_HEADER);
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open');
  const packets: MaterialPacket[] = [];
  for (let at = 0; at < seconds * HZ; at += AAC_SAMPLES) {
    const plane = Float32Array.from({ length: AAC_SAMPLES }, (_, i) => 0.2 * Math.sin((at + i) / 20));
    const frame = av.Frame.fromAudioBuffer(Buffer.from(Float32Array.of(...plane, ...plane).buffer), {
      nbSamples: AAC_SAMPLES,
      format: av.AV_SAMPLE_FMT_FLTP,
      sampleRate: HZ,
      channelLayout: STEREO,
      timeBase: new av.Rational(1, HZ),
      pts: BigInt(at),
    });
    packets.push(...packetsOf(encoder, () => encoder.sendFrameSync(frame)));
  }
  return { packets, config: Buffer.from(encoder.extraData!) };
}

av.Log.setLevel(av.AV_LOG_ERROR);
process.once('message', (job) => {
  const { pictures, fps } = job as MaterialJob;
  const answer = { pictures: encodePictures(job as MaterialJob), tone: encodeTone(pictures / fps) };
  process.send?.(answer, () => process.exit(0));
});
