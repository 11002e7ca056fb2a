import { isSameAudio } from '../packaging/audio-format.ts';
import type { AudioFormat, VideoUnit } from '../packaging/units.ts';

/**
 * Limits how often the format of one picture size changes. Each change means another header for all viewers, another
 * piece and still of a recording, and another child that makes renditions.
 */
export interface FormatGate {
  /**
   * @param audio the format of the sound from here on
   * @returns the picture as it is taken; undefined: it comes with another format too soon, and so do those that need it
   */
  take(unit: VideoUnit, audio: AudioFormat | undefined): VideoUnit | undefined;
}

/** Changes allowed at once, and the time for another: some encoders rename their parameter sets with each keyframe. */
const CHANGES_MAX = 20;
const CHANGE_MS = 500;

const isSameSet = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && one.equals(other));

/** @param now monotonic milliseconds */
export function makeFormatGate(now: () => number): FormatGate {
  let left = CHANGES_MAX;
  let atMs = now();
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let shown: Pick<VideoUnit, 'sps' | 'pps'> & { readonly audio: AudioFormat | undefined } = {
    sps: undefined,
    pps: undefined,
    audio: undefined,
  };
  let isOpen = true;

  const mayChange = (): boolean => {
    const nowMs = now();
    left = Math.min(CHANGES_MAX, left + (nowMs - atMs) / CHANGE_MS);
    atMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };

  return {
    take(unit, audio) {
      sps = unit.sps ?? sps;
      pps = unit.pps ?? pps;
      if (!unit.isKey) return isOpen ? unit : undefined;
      const isSame =
        isSameSet(sps, shown.sps) && isSameSet(pps, shown.pps) && isSameAudio(audio, shown.audio);
      if (!isSame && !mayChange()) {
        isOpen = false;
        return undefined;
      }
      if (!isSame) shown = { sps, pps, audio };
      // The sets may have come with a dropped picture.
      const taken = isOpen ? unit : { ...unit, sps, pps };
      isOpen = true;
      return taken;
    },
  };
}

/** One such gate per picture size that a publisher sends. @param layer absent: the source */
export function makeFormatGates(
  now: () => number,
): (unit: VideoUnit, audio: AudioFormat | undefined, layer?: number) => VideoUnit | undefined {
  const gates = new Map<number | undefined, FormatGate>();
  return (unit, audio, layer) => {
    const gate = gates.get(layer) ?? makeFormatGate(now);
    gates.set(layer, gate);
    return gate.take(unit, audio);
  };
}
