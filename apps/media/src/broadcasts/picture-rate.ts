const VIDEO_HZ = 90_000;
const WEIGHT = 1 / 16;
/** A longer distance is a pause, and says nothing of the rate. */
const PAUSE_TICKS = VIDEO_HZ;

/** How many pictures a source sends in a second. */
export interface PictureRate {
  /** Undefined before the second picture. */
  readonly fps: number | undefined;
  onPicture(ticks: number): void;
}

/** A mean over the last pictures, by their decode times of 90 kHz. */
export function makePictureRate(): PictureRate {
  let last: number | undefined;
  let usual: number | undefined;
  return {
    get fps() {
      return usual === undefined ? undefined : VIDEO_HZ / usual;
    },
    onPicture(ticks) {
      const distance = last === undefined ? 0 : ticks - last;
      last = ticks;
      if (distance <= 0 || distance > PAUSE_TICKS) return;
      usual = usual === undefined ? distance : usual + (distance - usual) * WEIGHT;
    },
  };
}
