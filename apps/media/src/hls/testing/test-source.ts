import { OPUS } from '../../packaging/audio-format.ts';
import { makeFragmenter } from '../../packaging/fragmenter.ts';
import type { FragmentSink } from '../../packaging/units.ts';
import { PPS, slice, SPS_360 } from '../../testing/rtp-packets.ts';

/** Parameter set of a 1920x1080 high profile stream. */
export const SPS_1080 = Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex');

export interface TestSourceOptions {
  readonly sink: FragmentSink;
  readonly fps?: number;
  readonly chunkMs?: number;
  readonly keyEveryMs?: number;
  readonly startMs?: number;
  /** Milliseconds that a picture comes late, asked for each. */
  readonly lateMs?: () => number;
  readonly pictureBytes?: number;
}

/** A publisher in tests: pictures and Opus through the real fragmenter into a sink. */
export interface TestSource {
  /** Goes on for so long. @param sps of its keyframes */
  play(durationMs: number, sps?: Buffer): void;
}

/** A source whose next picture is a keyframe. */
export function makeTestSource(options: TestSourceOptions): TestSource {
  const { sink, fps = 30, chunkMs = 80, keyEveryMs = 2_000, startMs = 0, lateMs = () => 0 } = options;
  const fragmenter = makeFragmenter({
    audio: OPUS,
    fragmentMs: chunkMs,
    startMs,
    onInit: (init) => sink.setInit(init),
    onFragment: (fragment) => sink.append(fragment, 0),
  });
  let pictures = 0;
  let soundMs = 0;
  let keyAtMs = 0;
  const playPicture = (sps: Buffer): void => {
    const atMs = (pictures * 1_000) / fps;
    pictures += 1;
    const isKey = atMs >= keyAtMs - 1;
    if (isKey) keyAtMs = atMs + keyEveryMs;
    fragmenter.pushVideo({
      ticks: Math.round((atMs + lateMs()) * 90),
      isKey,
      sps: isKey ? sps : undefined,
      pps: isKey ? PPS : undefined,
      nals: [slice(isKey ? 5 : 1, options.pictureBytes)],
    });
    for (; soundMs < atMs; soundMs += 20)
      fragmenter.pushAudio({ onVideoMs: soundMs, durationTicks: 960, data: Buffer.from([0xfc, 1]) });
  };
  return {
    play(durationMs, sps = SPS_360) {
      for (let left = Math.round((durationMs * fps) / 1_000); left > 0; left--) playPicture(sps);
    },
  };
}
