/** Pictures along a video, arranged in sheets: rows of equal size, row by row from the left. */
export interface TimelineGrid {
  readonly everySeconds: number;
  /** Pictures in all. */
  readonly count: number;
  /** Pixels of each. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

const SIDE = 160;
const COLUMNS = 10;
const ROWS = 10;
/** Up to this many seconds there is a picture every five seconds, beyond it one every ten. */
const DENSE_SECONDS = 600;

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);

/** The number and arrangement of pictures for a video of this length and size. */
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
