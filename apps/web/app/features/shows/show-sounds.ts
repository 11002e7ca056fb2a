import { readLocal } from '../../shared/local-store.ts';
import { meStore } from '../../shared/me/me-store.ts';

/* Sounds of shows, drawn like those of tips: two knocks for a request, one low bell for the last minute. */

/** The switch of the sounds of tips holds for these too (tipping's sound-setting). */
const SWITCH = 'tip-sounds';
/** Before the account is known. */
const VOLUME_PERCENT = 70;

let context: AudioContext | undefined;

const isAllowed = (): boolean =>
  navigator.userActivation?.hasBeenActive !== false &&
  (readLocal(SWITCH, (value) => (typeof value === 'boolean' ? value : undefined)) ?? true);

interface Stroke {
  readonly frequency: number;
  readonly to: number;
  /** Seconds from now. */
  readonly at: number;
  readonly seconds: number;
  /** 0 to 1, before the volume. */
  readonly level: number;
}

const knock = (at: number): Stroke => ({ frequency: 210, to: 120, at, seconds: 0.11, level: 0.9 });

const SOUNDS = {
  knock: [knock(0), knock(0.24)],
  bell: [
    { frequency: 330, to: 328, at: 0, seconds: 0.9, level: 0.5 },
    { frequency: 660, to: 656, at: 0, seconds: 0.5, level: 0.2 },
  ],
} satisfies Readonly<Record<string, readonly Stroke[]>>;

function strike(audio: AudioContext, { frequency, to, at, seconds, level }: Stroke, volume: number): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + seconds);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level * volume * 0.3), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds + 0.02);
}

/** Lets a sound of shows be heard, or nothing before the first press on the page and where sounds are off. */
export function playShowSound(name: keyof typeof SOUNDS): void {
  const me = meStore.get();
  const percent = me.kind === 'unknown' ? VOLUME_PERCENT : me.current.settings.volume_tip;
  if (percent <= 0 || typeof AudioContext === 'undefined' || !isAllowed()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const stroke of SOUNDS[name]) strike(context, stroke, percent / 100);
}
