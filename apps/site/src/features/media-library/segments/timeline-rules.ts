/** Pictures along a video, as they stand in sheets: rows of equal size, from the left, then down. */
export interface TimelineGrid {
  readonly everySeconds: number;
  /** Pictures in all. */
  readonly count: number;
  /** Points of each. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

const SIDE = 160;
const COLUMNS = 10;
const ROWS = 10;
/** Up to so many seconds there is a picture for every five, beyond it one for every ten. */
const DENSE_SECONDS = 600;

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);

/** How many pictures a video of this length and size has, and how they stand. */
export function gridOf(
  seconds: number,
  { width, height }: { readonly width: number; readonly height: number },
): TimelineGrid {
  const everySeconds = seconds <= DENSE_SECONDS ? 5 : 10;
  const count = Math.max(1, Math.ceil(seconds / everySeconds));
  const ratio = SIDE / Math.max(width, height);
  const columns = Math.min(COLUMNS, count);
  return {
    everySeconds,
    count,
    width: even(width * ratio),
    height: even(height * ratio),
    columns,
    rows: Math.min(ROWS, Math.ceil(count / columns)),
  };
}

export const sheetsOf = ({
  count,
  columns,
  rows,
}: Pick<TimelineGrid, 'count' | 'columns' | 'rows'>): number => Math.ceil(count / (columns * rows));
