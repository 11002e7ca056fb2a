/* A felt tap, drawn like the sounds of tips: short, low, and never before the first press on the page. */

let context: AudioContext | undefined;
let hasPressed = false;

if (typeof addEventListener === 'function' && typeof document !== 'undefined') {
  const unlock = () => {
    hasPressed = true;
  };
  addEventListener('pointerdown', unlock, { once: true });
  addEventListener('keydown', unlock, { once: true });
}

const SECONDS = 0.14;

function draw(audio: AudioContext): void {
  const start = audio.currentTime;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(210, start);
  tone.frequency.exponentialRampToValueAtTime(120, start + SECONDS);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.18, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + SECONDS + 0.02);
}

const HELD_MS = 1_000;

/** Taps once for a message, in one of the tabs that got it. */
export function playMessageSound(messageId: string): void {
  if (!hasPressed || typeof AudioContext === 'undefined') return;
  const play = () => {
    context ??= new AudioContext();
    void context.resume();
    draw(context);
  };
  // Whichever tab takes the name first plays; the others find it taken.
  if (!('locks' in navigator)) return play();
  void navigator.locks.request(`klieg.message ${messageId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    play();
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  });
}
