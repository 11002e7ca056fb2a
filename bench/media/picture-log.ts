import { parseSps } from '../../apps/media/src/packaging/sps.ts';

/** When whole pictures came out of a receiver. */
export interface PictureLog {
  /** @param ticks on the sender's clock, 90 kHz, unwrapped @param sps where it comes with one */
  onPicture(ticks: number, sps: Buffer | undefined): void;
  /** Of the time between two moments of `performance.now`. */
  between(fromMs: number, toMs: number): PictureFigures;
}

export interface PictureFigures {
  readonly pictures: number;
  /** For how much of each minute the picture stood still, in seconds. */
  readonly frozenPerMinute: number;
  readonly heightLeast: number;
  /** How much later than at best a picture came out, for 95 of 100, in milliseconds. */
  readonly lateP95: number;
}

/** Answers an offer and receives. */
export type OpenReceiver = (
  offer: string,
  options: { readonly maxKbps: number; readonly log: PictureLog },
) => Promise<{ readonly answer: string; close(): Promise<void> }>;

/** A picture that stands for longer than this is seen as frozen. */
const FREEZE_MS = 250;
const TICKS_PER_MS = 90;

export function makePictureLog(): PictureLog {
  const seen: { readonly atMs: number; readonly transitMs: number; readonly height: number }[] = [];
  let height = 0;
  return {
    onPicture(ticks, sps) {
      height = (sps && parseSps(sps)?.height) ?? height;
      const atMs = performance.now();
      seen.push({ atMs, transitMs: atMs - ticks / TICKS_PER_MS, height });
    },
    between(fromMs, toMs) {
      const part = seen.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      const moments = [fromMs, ...part.map(({ atMs }) => atMs), toMs];
      const frozenMs = moments
        .slice(1)
        .map((atMs, i) => atMs - moments[i]!)
        .filter((ms) => ms > FREEZE_MS)
        .reduce((sum, ms) => sum + ms, 0);
      const best = seen.reduce((least, { transitMs }) => Math.min(least, transitMs), Infinity);
      const late = part.map(({ transitMs }) => transitMs - best).sort((a, b) => a - b);
      return {
        pictures: part.length,
        frozenPerMinute: Math.round((frozenMs / (toMs - fromMs)) * 600) / 10,
        heightLeast: Math.min(...part.map((one) => one.height)),
        lateP95: Math.round(late[Math.floor(late.length * 0.95)] ?? 0),
      };
    },
  };
}
