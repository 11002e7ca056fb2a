/** A field of a wheel: its middle and its width, in degrees clockwise from the top. */
export interface WheelField {
  readonly middle: number;
  readonly width: number;
}

const WHOLE = 360;
/** Rare prizes still have a visible field; the table beside the wheel shows the true odds. */
const WIDTH_MIN = 14;

/** The fields of a wheel, in order of its slots: as wide as they are likely, but never too narrow to read. */
export function fieldsOf(odds: readonly number[]): readonly WheelField[] {
  const widths = odds.map((percent) => Math.max(WIDTH_MIN, (percent * WHOLE) / 100));
  const sum = widths.reduce((total, width) => total + width, 0);
  let from = 0;
  return widths.map((raw) => {
    const width = (raw * WHOLE) / sum;
    from += width;
    return { middle: from - width / 2, width };
  });
}

/** Whole turns before the wheel rests. */
const TURNS = 4;

/** How far a wheel that rests at `from` degrees turns so that the middle of a field comes to the top. */
export function turnTo(from: number, field: WheelField): number {
  const rest = (((WHOLE - field.middle - from) % WHOLE) + WHOLE) % WHOLE;
  return from + TURNS * WHOLE + rest;
}

/** A point of a circle around the middle of the picture; 0 degrees is the top. */
export function pointAt(degrees: number, radius: number, center: number): readonly [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [center + radius * Math.cos(angle), center + radius * Math.sin(angle)];
}
