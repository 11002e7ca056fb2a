import { readLocal } from '../../shared/local-store.ts';
import { meStore } from '../../shared/me/me-store.ts';

/* The sound of a goal that is reached: the clack of a relay, then a held fifth, 900 ms in all. */

/** The switch of the sounds of tips holds for this one too (tipping's sound-setting). */
const SWITCH = 'tip-sounds';
/** Before the account is known. */
const VOLUME_PERCENT = 70;

let context: AudioContext | undefined;

/** Whether this browser wants sounds, and the person has pressed something on the page. */
const isAllowed = (): boolean =>
  navigator.userActivation?.hasBeenActive !== false &&
  (readLocal(SWITCH, (value) => (typeof value === 'boolean' ? value : undefined)) ?? true);

const volumePercent = (): number => {
  const me = meStore.get();
  return me.kind === 'unknown' ? VOLUME_PERCENT : me.current.settings.volume_tip;
};

interface Stroke {
  readonly frequency: number;
  readonly type: OscillatorType;
  /** Seconds from now. */
  readonly at: number;
  readonly seconds: number;
  /** 0 to 1, before the volume. */
  readonly level: number;
}

const STROKES: readonly Stroke[] = [
  { frequency: 1_400, type: 'square', at: 0, seconds: 0.03, level: 0.25 },
  { frequency: 140, type: 'triangle', at: 0.02, seconds: 0.08, level: 0.7 },
  { frequency: 261.6, type: 'sine', at: 0.12, seconds: 0.78, level: 0.45 },
  { frequency: 392, type: 'sine', at: 0.12, seconds: 0.78, level: 0.35 },
];

function strike(audio: AudioContext, { frequency, type, at, seconds, level }: Stroke, volume: number): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(frequency, start);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level * volume * 0.3), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds + 0.02);
}

/** Plays the sound of a reached goal. */
export function soundGoal(percent = VOLUME_PERCENT): void {
  if (percent <= 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  for (const stroke of STROKES) strike(context, stroke, percent / 100);
}

/** Plays the sound of a reached goal, or nothing where the sounds of tips would not be heard either. */
export function playGoalSound(): void {
  if (isAllowed()) soundGoal(volumePercent());
}
