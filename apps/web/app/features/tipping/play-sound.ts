import { areSoundsOn, isSoundAllowed } from './sound-setting.ts';
import type { TipSound } from './tip-effect.ts';

/*
 * Sounds are drawn, not recorded: soft wood, a lamp that strikes, a held fifth. None is longer than a
 * second, and nothing sounds before the person has pressed something on the page. The code comes with the
 * first sound.
 */

let context: AudioContext | undefined;

interface Stroke {
  readonly frequency: number;
  readonly type: OscillatorType;
  /** Seconds from now. */
  readonly at: number;
  readonly seconds: number;
  /** 0 to 1, before the volume. */
  readonly level: number;
  /** Frequency at the end, for a falling or rising stroke. */
  readonly to?: number;
}

const tick = (at: number): Stroke => ({
  frequency: 620,
  to: 380,
  type: 'triangle',
  at,
  seconds: 0.09,
  level: 0.5,
});
const strike = (at: number, frequency: number): Stroke[] => [
  { frequency, to: frequency * 0.5, type: 'sine', at, seconds: 0.32, level: 0.7 },
  { frequency: frequency * 6, to: frequency * 4, type: 'triangle', at, seconds: 0.06, level: 0.25 },
];
const fifth = (at: number): Stroke[] => [
  { frequency: 261.6, type: 'sine', at, seconds: 0.6, level: 0.4 },
  { frequency: 392, type: 'sine', at, seconds: 0.6, level: 0.3 },
];

/** The notes of each sound. */
const SOUNDS: Record<TipSound, readonly Stroke[]> = {
  tick: [tick(0)],
  'two-ticks': [tick(0), tick(0.12)],
  lamp: strike(0, 110),
  'big-lamp': [...strike(0, 110), ...strike(0.18, 82)],
  spotlight: [...strike(0, 82), ...fifth(0.2)],
  special: [
    { frequency: 523.3, type: 'sine', at: 0, seconds: 0.16, level: 0.4 },
    { frequency: 659.3, type: 'sine', at: 0.12, seconds: 0.16, level: 0.4 },
    { frequency: 784, type: 'sine', at: 0.24, seconds: 0.3, level: 0.4 },
  ],
};

function draw(audio: AudioContext, stroke: Stroke, volume: number): void {
  const start = audio.currentTime + stroke.at;
  const end = start + stroke.seconds;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = stroke.type;
  tone.frequency.setValueAtTime(stroke.frequency, start);
  if (stroke.to) tone.frequency.exponentialRampToValueAtTime(stroke.to, end);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, stroke.level * volume * 0.3), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(end + 0.02);
}

const note = (at: number, frequency: number, seconds = 0.2): Stroke => ({
  frequency,
  type: 'triangle',
  at,
  seconds,
  level: 0.4,
});
const row = (count: number, eachSeconds: number, draw: (at: number) => Stroke): Stroke[] =>
  Array.from({ length: count }, (_, i) => draw(i * eachSeconds));

/** What the people who run a room may let it hear. */
const ROOM_SOUNDS: ReadonlyMap<string, readonly Stroke[]> = new Map([
  ['applause', row(14, 0.06, (at) => ({ ...tick(at), frequency: 900 + ((at * 1_000) % 7) * 90 }))],
  ['bell', [note(0, 880, 0.8), { ...note(0, 1_760, 0.5), level: 0.2 }]],
  ['cheer', [...strike(0, 220), note(0.1, 523.3), note(0.2, 659.3), note(0.3, 784), note(0.4, 1_046.5, 0.4)]],
  ['chime', [note(0, 1_046.5, 0.5), note(0.18, 1_318.5, 0.5), note(0.36, 1_568, 0.6)]],
  ['drumroll', [...row(16, 0.05, (at) => ({ ...tick(at), frequency: 180, to: 120 })), ...strike(0.82, 82)]],
  ['fanfare', [note(0, 392), note(0.16, 392, 0.1), note(0.28, 523.3), note(0.44, 659.3), ...fifth(0.6)]],
  ['tada', [note(0, 523.3, 0.12), note(0.14, 784, 0.6), note(0.14, 659.3, 0.6)]],
]);

function play(strokes: readonly Stroke[], volumePercent: number): void {
  if (!isSoundAllowed() || volumePercent <= 0 || !areSoundsOn() || typeof AudioContext === 'undefined')
    return;
  context ??= new AudioContext();
  void context.resume();
  for (const stroke of strokes) draw(context, stroke, volumePercent / 100);
}

/** Plays a sound that was asked for in the chat, under the same conditions as those of tips. */
export const playRoomSound = (name: string, volumePercent: number): void =>
  play(ROOM_SOUNDS.get(name) ?? [], volumePercent);

/**
 * Plays the sound of a tip, or nothing before the first press on the page and where sounds are off.
 * @param volumePercent 0 to 100, the account's volume_tip
 */
export const playTipSound = (sound: TipSound, volumePercent: number): void =>
  play(SOUNDS[sound], volumePercent);
