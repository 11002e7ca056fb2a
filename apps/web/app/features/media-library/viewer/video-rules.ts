import type { MediaPart, MediaTimeline } from '@klieg/contract';

/** One picture of a sheet, in points. */
export interface SheetPicture {
  readonly sheet: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly sheetWidth: number;
  readonly sheetHeight: number;
}

function pictureOf(timeline: MediaTimeline, seconds: number): SheetPicture | undefined {
  const { columns, rows, width, height, count } = timeline;
  const at = Math.min(count - 1, Math.max(0, Math.floor(seconds / timeline.every_seconds)));
  const each = columns * rows;
  const sheet = timeline.sheets[Math.floor(at / each)];
  if (sheet === undefined) return undefined;
  const nth = at % each;
  return {
    sheet,
    left: (nth % columns) * width,
    top: Math.floor(nth / columns) * height,
    width,
    height,
    sheetWidth: columns * width,
    sheetHeight: rows * height,
  };
}

type Timed = Pick<MediaPart, 'duration' | 'timeline'>;

/** The picture for a position in consecutive videos; undefined if there is none. */
export function pictureAt(parts: readonly Timed[], seconds: number): SheetPicture | undefined {
  let start = 0;
  for (const [at, { duration, timeline }] of parts.entries()) {
    const end = start + (duration ?? 0);
    if (seconds < end || at === parts.length - 1)
      return timeline ? pictureOf(timeline, seconds - start) : undefined;
    start = end;
  }
  return undefined;
}

export const SPEEDS = ['0.5', '0.75', '1', '1.25', '1.5', '2'] as const;

/** What a key does to the video. */
export type VideoAct =
  | { readonly do: 'play' | 'mute' | 'full' }
  | { readonly do: 'seek'; readonly by: number }
  | { readonly do: 'go'; readonly to: 'start' | 'end' }
  | { readonly do: 'turn'; readonly by: 1 | -1 };

const KEYS: Readonly<Record<string, VideoAct>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  m: { do: 'mute' },
  f: { do: 'full' },
  j: { do: 'seek', by: -10 },
  l: { do: 'seek', by: 10 },
  ArrowLeft: { do: 'seek', by: -5 },
  ArrowRight: { do: 'seek', by: 5 },
  PageDown: { do: 'seek', by: -60 },
  PageUp: { do: 'seek', by: 60 },
  Home: { do: 'go', to: 'start' },
  End: { do: 'go', to: 'end' },
  ArrowUp: { do: 'turn', by: 1 },
  ArrowDown: { do: 'turn', by: -1 },
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * The action of a key. Space on a button and arrows on a slider are left to them.
 * @param on the focused element
 */
export function actOfKey(event: Pressed, on: 'frame' | 'button' | 'place' | 'volume'): VideoAct | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (!act) return undefined;
  if (on === 'button' && event.key === ' ') return undefined;
  if (on === 'volume' && /^(?:Arrow|Page|Home|End)/u.test(event.key)) return undefined;
  return act;
}

/** Somebody who stopped right at the start or the end starts from the beginning. */
const EDGE_SECONDS = 5;

/** Where a video continues; undefined: at the start. */
export const resumeAt = (kept: number | undefined, duration: number): number | undefined =>
  kept !== undefined && kept > EDGE_SECONDS && kept < duration - EDGE_SECONDS ? kept : undefined;
