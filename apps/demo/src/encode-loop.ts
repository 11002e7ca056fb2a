import { readFile } from 'node:fs/promises';
import type { Loop } from './loop-file.ts';
import { LOOP_FPS, LOOP_SECONDS } from './loop-settings.ts';
import { ambientSound, SOUND_HZ } from './ambient-sound.ts';
import { makeMovingScene, type Picture, SCENE_HEIGHT, SCENE_MARGIN, SCENE_WIDTH } from './moving-scene.ts';

/*
 * Renders and encodes a loop. Loads the encoder, so it runs in a process of its own.
 */

export type NodeAv = typeof import('node-av');

const KEYFRAME_SECONDS = 2;
const VIDEO_KBPS = 450;
const AUDIO_KBPS = 32;
/** Long packets keep the number of packets per second low. */
const SOUND_MS = 60;

/** The still of a scene, scaled to the picture and its margin. @throws Error when it cannot be read */
export async function readStill(av: NodeAv, path: string): Promise<Picture> {
  using decoder = new av.CodecContext();
  using packet = new av.Packet();
  using frame = new av.Frame();
  using scaler = new av.Scaler();
  decoder.allocContext3(av.Codec.findDecoder(av.AV_CODEC_ID_MJPEG));
  av.FFmpegError.throwIfError(decoder.open2Sync(), 'open');
  packet.alloc();
  frame.alloc();
  packet.data = await readFile(path);
  av.FFmpegError.throwIfError(decoder.sendPacketSync(packet), 'still');
  av.FFmpegError.throwIfError(decoder.receiveFrameSync(frame), 'still');
  frame.timeBase = new av.Rational(1, LOOP_FPS);
  frame.pts = 0n;
  const width = SCENE_WIDTH + SCENE_MARGIN * 2;
  const height = SCENE_HEIGHT + SCENE_MARGIN * 2;
  const planes = scaler.toBufferSync(frame, { resize: { width, height }, format: 'yuv420p' });
  const luma = width * height;
  return {
    width,
    height,
    y: planes.subarray(0, luma),
    u: planes.subarray(luma, luma + luma / 4),
    v: planes.subarray(luma + luma / 4, luma + luma / 2),
  };
}

function takePackets(av: NodeAv, encoder: InstanceType<NodeAv['CodecContext']>): Buffer[] {
  const packets: Buffer[] = [];
  for (;;) {
    using packet = new av.Packet();
    packet.alloc();
    const result = encoder.receivePacketSync(packet);
    if (result === av.AVERROR_EAGAIN || result === av.AVERROR_EOF) return packets;
    av.FFmpegError.throwIfError(result, 'encode');
    if (packet.data) packets.push(Buffer.from(packet.data));
  }
}

/** NOTE: not as a dictionary to `open2Sync`, which the binding frees twice. */
function setOptions(
  av: NodeAv,
  encoder: InstanceType<NodeAv['CodecContext']>,
  options: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(options))
    av.FFmpegError.throwIfError(encoder.setOption(name, value), name);
}

/** H.264 constrained baseline without B-frames, one packet per picture. */
function encodePictures(av: NodeAv, draw: (phase: number, out: Uint8Array) => void): Buffer[] {
  using encoder = new av.CodecContext();
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264);
  if (!codec) throw new Error('no H.264 encoder');
  encoder.allocContext3(codec);
  encoder.width = SCENE_WIDTH;
  encoder.height = SCENE_HEIGHT;
  encoder.pixelFormat = av.AV_PIX_FMT_YUV420P;
  encoder.timeBase = new av.Rational(1, LOOP_FPS);
  encoder.framerate = new av.Rational(LOOP_FPS, 1);
  encoder.gopSize = KEYFRAME_SECONDS * LOOP_FPS;
  encoder.maxBFrames = 0;
  encoder.bitRate = BigInt(VIDEO_KBPS * 1000);
  encoder.rcMaxRate = BigInt(VIDEO_KBPS * 1300);
  encoder.rcBufferSize = VIDEO_KBPS * 1000;
  encoder.threadCount = 2;
  setOptions(av, encoder, { preset: 'veryfast', profile: 'baseline', sc_threshold: '0' });
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open H.264');
  const picture = Buffer.alloc((SCENE_WIDTH * SCENE_HEIGHT * 3) / 2);
  const frames = LOOP_SECONDS * LOOP_FPS;
  const packets: Buffer[] = [];
  for (let i = 0; i < frames; i++) {
    draw(i / frames, picture);
    using frame = av.Frame.fromVideoBuffer(picture, {
      width: SCENE_WIDTH,
      height: SCENE_HEIGHT,
      format: av.AV_PIX_FMT_YUV420P,
      timeBase: new av.Rational(1, LOOP_FPS),
      pts: BigInt(i),
    });
    av.FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'picture');
    packets.push(...takePackets(av, encoder));
  }
  encoder.sendFrameSync(null);
  packets.push(...takePackets(av, encoder));
  if (packets.length !== frames) throw new Error(`${packets.length} pictures instead of ${frames}`);
  return packets;
}

/** Opus; the second round of the loop is taken, in which the encoder has what comes before the start. */
function encodeSound(av: NodeAv, samples: Float32Array): Buffer[] {
  using encoder = new av.CodecContext();
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBOPUS);
  if (!codec) throw new Error('no Opus encoder');
  encoder.allocContext3(codec);
  encoder.sampleRate = SOUND_HZ;
  encoder.sampleFormat = av.AV_SAMPLE_FMT_FLT;
  encoder.channelLayout = { nbChannels: 2, order: av.AV_CHANNEL_ORDER_NATIVE, mask: 3n };
  encoder.bitRate = BigInt(AUDIO_KBPS * 1000);
  encoder.timeBase = new av.Rational(1, SOUND_HZ);
  setOptions(av, encoder, { frame_duration: String(SOUND_MS), application: 'audio' });
  av.FFmpegError.throwIfError(encoder.open2Sync(codec), 'open Opus');
  const frameSamples = (SOUND_HZ * SOUND_MS) / 1000;
  const rounds = samples.length / 2 / frameSamples;
  const packets: Buffer[] = [];
  for (let i = 0; i < rounds * 2; i++) {
    const at = (i % rounds) * frameSamples * 2;
    const part = samples.subarray(at, at + frameSamples * 2);
    using frame = av.Frame.fromAudioBuffer(Buffer.from(part.buffer, part.byteOffset, part.byteLength), {
      nbSamples: frameSamples,
      format: av.AV_SAMPLE_FMT_FLT,
      sampleRate: SOUND_HZ,
      channelLayout: { nbChannels: 2, order: av.AV_CHANNEL_ORDER_NATIVE, mask: 3n },
      timeBase: new av.Rational(1, SOUND_HZ),
      pts: BigInt(i * frameSamples),
    });
    av.FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'sound');
    packets.push(...takePackets(av, encoder));
  }
  encoder.sendFrameSync(null);
  packets.push(...takePackets(av, encoder));
  return packets.slice(rounds, rounds * 2);
}

/** The loop of a scene; the seed decides how it moves and sounds. */
export async function encodeLoop(av: NodeAv, scenePath: string, seed: number): Promise<Loop> {
  const scene = makeMovingScene(await readStill(av, scenePath), seed);
  return {
    width: SCENE_WIDTH,
    height: SCENE_HEIGHT,
    durationMs: LOOP_SECONDS * 1000,
    pictures: encodePictures(av, scene.draw),
    sounds: encodeSound(av, ambientSound(LOOP_SECONDS, seed)),
  };
}
