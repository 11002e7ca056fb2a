/* What a check has measured, and what follows from it. */

export interface Measured {
  /** Datagrams sent by UDP and how many came back; undefined if none can be sent. */
  readonly udp: { readonly sent: number; readonly back: number; readonly roundTripMs: number } | undefined;
  /** By TCP. */
  readonly roundTripMs: number;
  readonly uploadKbps: number;
}

export interface PictureFit {
  readonly width: number;
  readonly height: number;
  readonly kbps: number;
}

export interface Verdict {
  /** The way that the next broadcast takes. */
  readonly way: 'udp' | 'tcp';
  readonly roundTripMs: number;
  /** Undefined by TCP, which waits instead. */
  readonly lossPercent: number | undefined;
  readonly uploadKbps: number;
  /** The largest picture with room to spare; undefined where the line is too slow for any. */
  readonly fit: PictureFit | undefined;
}

/** Pictures that look well at these rates, largest first. */
const FITS: readonly PictureFit[] = [
  { width: 1_280, height: 720, kbps: 2_500 },
  { width: 960, height: 540, kbps: 1_500 },
  { width: 640, height: 480, kbps: 900 },
  { width: 480, height: 360, kbps: 500 },
  { width: 320, height: 240, kbps: 250 },
];
/** A line that gives what it was measured at all the time is rare. */
const USED_SHARE = 0.7;
/** If fewer come back, UDP is practically blocked. */
const BACK_SHARE_MIN = 0.5;

/** @param widthMax what this site takes */
export function verdictOf({ udp, roundTripMs, uploadKbps }: Measured, widthMax: number): Verdict {
  const isOpen = udp !== undefined && udp.sent > 0 && udp.back / udp.sent >= BACK_SHARE_MIN;
  return {
    way: isOpen ? 'udp' : 'tcp',
    roundTripMs: Math.round(isOpen ? udp.roundTripMs : roundTripMs),
    lossPercent: isOpen ? Math.round((1 - udp.back / udp.sent) * 1_000) / 10 : undefined,
    uploadKbps: Math.round(uploadKbps),
    fit: FITS.find(({ width, kbps }) => width <= widthMax && kbps <= uploadKbps * USED_SHARE),
  };
}

/** The median of some figures; 0 of none. */
export const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
