import { serveJobs } from '@klieg/kernel/child';
import { ambientSound, SOUND_HZ } from './ambient-sound.ts';
import { type NodeAv, readStill } from './encode-loop.ts';
import { LOOP_FPS } from './loop-settings.ts';
import { makeMovingScene, SCENE_HEIGHT, SCENE_WIDTH } from './moving-scene.ts';
import type { ClipAnswer, ClipJob } from './write-clip.ts';

/* The process that writes a short MP4 file of a moving scene, as a performer would upload one. */

const KBPS = 450;
const AAC_SAMPLES = 1_024;

async function writeClip(
  av: NodeAv,
  { path, scenePath, seed, seconds, hasSound, codec }: ClipJob,
): Promise<void> {
  const scene = makeMovingScene(await readStill(av, scenePath), seed);
  const timeBase = { num: 1, den: LOOP_FPS };
  const video = await av.Encoder.create(codec === 'mpeg4' ? av.FF_ENCODER_MPEG4 : av.FF_ENCODER_LIBX264, {
    context: { bitRate: KBPS * 1_000, gopSize: LOOP_FPS, maxBFrames: 0 },
  });
  const audio = hasSound
    ? await av.Encoder.create(av.FF_ENCODER_AAC, { context: { bitRate: 64_000 } })
    : undefined;
  const output = await av.Muxer.open(path, { format: 'mp4' });
  const videoTrack = output.addStream(video);
  const audioTrack = audio && output.addStream(audio);
  const keep = async (packets: readonly InstanceType<NodeAv['Packet']>[], track: number) => {
    for (const packet of packets) {
      await output.writePacket(packet, track);
      packet.free();
    }
  };
  const picture = Buffer.alloc((SCENE_WIDTH * SCENE_HEIGHT * 3) / 2);
  const sound = audio && ambientSound(Math.max(1, Math.ceil(seconds)), seed);
  let heard = 0;
  for (let i = 0; i < seconds * LOOP_FPS; i++) {
    scene.draw(i / (seconds * LOOP_FPS), picture);
    const frame = av.Frame.fromVideoBuffer(picture, {
      width: SCENE_WIDTH,
      height: SCENE_HEIGHT,
      format: av.AV_PIX_FMT_YUV420P,
      timeBase,
      pts: BigInt(i),
    });
    await keep(await video.encodeAll(frame), videoTrack);
    frame.free();
    while (audio && sound && audioTrack !== undefined && heard * LOOP_FPS < i * SOUND_HZ) {
      const part = Buffer.alloc(AAC_SAMPLES * 2 * 4);
      for (let at = 0; at < AAC_SAMPLES; at++)
        for (const side of [0, 1])
          part.writeFloatLE(sound[(heard + at) * 2 + side] ?? 0, (side * AAC_SAMPLES + at) * 4);
      const samples = av.Frame.fromAudioBuffer(part, {
        nbSamples: AAC_SAMPLES,
        format: av.AV_SAMPLE_FMT_FLTP,
        sampleRate: SOUND_HZ,
        channelLayout: { nbChannels: 2, order: av.AV_CHANNEL_ORDER_NATIVE, mask: 3n },
        timeBase: { num: 1, den: SOUND_HZ },
        pts: BigInt(heard),
      });
      await keep(await audio.encodeAll(samples), audioTrack);
      samples.free();
      heard += AAC_SAMPLES;
    }
  }
  await keep(await video.encodeAll(null), videoTrack);
  if (audio && audioTrack !== undefined) await keep(await audio.encodeAll(null), audioTrack);
  await output.close();
}

/** Failures are answered, what the library says of them is not for the log. */
const load = async (): Promise<NodeAv> => {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return av;
};

await serveJobs({
  load,
  async work(av, job: ClipJob): Promise<ClipAnswer> {
    await writeClip(av, job);
    return { kind: 'done' };
  },
  failed: (_job, detail): ClipAnswer => ({ kind: 'failed', detail }),
});
