const VIDEO_HZ = 90_000;
/** Weight of a new distance in the mean of the distances between pictures. */
const WEIGHT = 1 / 8;
/** A longer distance is a pause, and says nothing of the rate. */
const PAUSE_TICKS = VIDEO_HZ;
/** Clocks of cameras are inexact: a source this little above the limit is left alone. */
const SLACK = 0.1;

/** Leaves out pictures of a source that has too many a second. */
export interface PictureThinner {
  /** True when the picture is to be kept; keyframes always are. */
  takes(ticks: number, isKey: boolean): boolean;
}

/** Keeps every picture, or every second, third and so on, so that motion stays even. */
export function makePictureThinner(fpsMax: number): PictureThinner {
  let last: number | undefined;
  let usual: number | undefined;
  let sinceKept = 0;

  const every = (): number =>
    usual === undefined ? 1 : Math.max(1, Math.ceil(VIDEO_HZ / usual / fpsMax - SLACK));

  return {
    takes(ticks, isKey) {
      const distance = last === undefined ? 0 : ticks - last;
      last = ticks;
      if (distance > 0 && distance <= PAUSE_TICKS)
        usual = usual === undefined ? distance : usual + (distance - usual) * WEIGHT;
      sinceKept += 1;
      if (!isKey && sinceKept < every()) return false;
      sinceKept = 0;
      return true;
    },
  };
}
