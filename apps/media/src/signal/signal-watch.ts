import type { SignalWarning } from '@klieg/contract/features/broadcast/signal-warnings';

/** What somebody would see and hear of a moment of a stream. */
export interface Signal {
  /** The part of the picture that is not black, 0 to 1. */
  readonly light: number;
  /** LUFS of some seconds; undefined without sound, or with too little of it. */
  readonly lufs: number | undefined;
}

/** Looks at a publisher's moments, some seconds apart. */
export interface SignalWatch {
  /** Of the newest moment, in whole LUFS; undefined before the first one with sound. */
  readonly lufs: number | undefined;
  /** Problems that also existed a moment before: a cut or a pause for breath is nothing to warn about. */
  readonly warnings: readonly SignalWarning[];
  add(signal: Signal): void;
  /** Another publisher: nothing of before counts. */
  clear(): void;
}

/** Less than a hundredth of the picture: a cursor or a clock on a black screen. */
const LIGHT_MIN = 0.01;
/** Only the noise of a microphone that is muted or too far away. */
const SOUND_MIN = -60;
/** Speech is at about -20; viewers would have to turn their devices up, and jump at the next room. */
const QUIET_MAX = -36;
/** Clips on most devices. */
const LOUD_MIN = -9;

export function warningsOf({ light, lufs }: Signal): readonly SignalWarning[] {
  const warnings: SignalWarning[] = [];
  if (light < LIGHT_MIN) warnings.push('black_picture');
  if (lufs === undefined) return warnings;
  if (lufs <= SOUND_MIN) warnings.push('no_sound');
  else if (lufs < QUIET_MAX) warnings.push('quiet_sound');
  else if (lufs > LOUD_MIN) warnings.push('loud_sound');
  return warnings;
}

export function makeSignalWatch(): SignalWatch {
  let before: readonly SignalWarning[] = [];
  let now: readonly SignalWarning[] = [];
  let lufs: number | undefined;
  return {
    get lufs() {
      return lufs;
    },
    get warnings() {
      return now.filter((warning) => before.includes(warning));
    },
    add(signal) {
      before = now;
      now = warningsOf(signal);
      lufs = signal.lufs === undefined ? undefined : Math.round(signal.lufs);
    },
    clear() {
      before = now = [];
      lufs = undefined;
    },
  };
}
