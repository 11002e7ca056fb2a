import { seededRandom } from '@klieg/testing/fuzzing';
import { makeWhepFanout } from '../edge/webrtc/whep-fanout.ts';
import { OPUS } from '../packaging/audio-format.ts';
import { PPS, slice, SPS_360 } from './rtp-packets.ts';
import { makeSimulatedClock } from './simulated-clock.ts';
import { makeSimulatedViewer, type SimulatedLine } from './simulated-viewer.ts';

/* A stream with its renditions as the ladder makes them, on a clock that only counts. */

const FPS = 25;
const PICTURE_MS = 1_000 / FPS;
const KEY_EACH_MS = 4_000;
export const SOUND_MS = 20;
/** How much later a smaller rendition comes than the source that it is made of. */
const MADE_MS = 80;
const RENDITIONS = { source: 2_500, '480p': 1_200, '360p': 700, '240p': 300 } as const;
export type Rendition = keyof typeof RENDITIONS;

export const GOOD: SimulatedLine = { kbps: 20_000, queueMs: 300, delayMs: 20, lossShare: 0 };

/** A stream with these renditions, for viewers on lines of any kind. */
export function simulateStream(renditions: readonly Rendition[] = ['source', '480p', '360p', '240p']) {
  const clock = makeSimulatedClock();
  const random = seededRandom(21);
  const keysWanted = new Set<string>();
  const asked: { readonly rendition: string; readonly atMs: number }[] = [];
  const fanout = makeWhepFanout({
    wallClock: clock.now,
    now: clock.now,
    requestKeyframe(rendition) {
      asked.push({ rendition, atMs: clock.now() });
      keysWanted.add(rendition);
    },
  });
  fanout.setAudio(OPUS, undefined);
  let count = 0;

  const picture = (rendition: Rendition, ticks: number, isKey: boolean): void => {
    const usual = (RENDITIONS[rendition] * 1_000) / 8 / FPS;
    const bytes = Math.round((isKey ? 5 : 0.95) * usual * (0.8 + random() * 0.4));
    const parameters = isKey ? { sps: SPS_360, pps: PPS } : { sps: undefined, pps: undefined };
    fanout.pushVideo({ ticks, isKey, ...parameters, nals: [slice(isKey ? 5 : 1, bytes)] }, rendition);
  };
  clock.every(PICTURE_MS, () => {
    const ticks = count * PICTURE_MS * 90;
    const isSourceKey = (count * PICTURE_MS) % KEY_EACH_MS === 0 || keysWanted.delete('source');
    count += 1;
    picture('source', ticks, isSourceKey);
    for (const rendition of renditions.filter((one) => one !== 'source')) {
      const isKey = isSourceKey || keysWanted.delete(rendition);
      clock.after(MADE_MS, () => picture(rendition, ticks, isKey));
    }
  });
  let sounds = 0;
  clock.every(SOUND_MS, () =>
    fanout.pushAudio(
      { onVideoMs: sounds++ * SOUND_MS, durationTicks: 960, data: Buffer.alloc(160, 1) },
      OPUS,
    ),
  );
  clock.every(250, () => fanout.adapt());

  const watch = (line: Partial<SimulatedLine>) => {
    const place: { at?: ReturnType<typeof fanout.attach> } = {};
    const viewer = makeSimulatedViewer({
      clock,
      line: { ...GOOD, ...line },
      random,
      onKeyWanted: () => place.at?.wantKey(),
    });
    place.at = fanout.attach({ ...viewer.outlet, hasVideo: true, hasAudio: true, close() {} });
    clock.after(50, () => viewer.outlet.open());
    return {
      ...viewer,
      get rendition() {
        return place.at!.rendition as Rendition | undefined;
      },
    };
  };
  return { clock, fanout, watch, asked };
}
