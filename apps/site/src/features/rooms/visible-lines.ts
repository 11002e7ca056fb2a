import type { Payload } from '@klieg/contract';
import type { Highlight } from './room-entries.ts';
import type { Seat, Seating } from './seats.ts';
import { withoutPayer } from './act-rules.ts';
import { lineRight } from './watch-rules.ts';

type Line = Payload<'v3.chat.message'>;

/**
 * A line as a seat gets it: whole, without the payer's name, or not at all (F5). The performer's own lines
 * always have her name.
 */
export function lineFor(line: Line, { mode }: Seating, seat: Seat, streamer: string): Line | undefined {
  switch (lineRight(mode, seat, line.mode ?? 'public')) {
    case 'named':
      return line;
    case 'none':
      return undefined;
    case 'nameless': {
      if (line.username === streamer) return line;
      const { id, at, message, mode: lineMode, type } = line;
      return { id, at, message, ...(lineMode && { mode: lineMode }), ...(type && { type }) };
    }
  }
}

/** The lines of a history that a seat gets. */
export const linesFor = (
  lines: readonly Line[],
  seating: Seating,
  seat: Seat,
  streamer: string,
): readonly Line[] => lines.flatMap((line) => lineFor(line, seating, seat, streamer) ?? []);

/** A highlight for whoever has its line so: without the name where the line has none, and none without the line. */
export function highlightFor<H extends Highlight>(highlight: H, shown: Line | undefined): H | undefined {
  if (!shown) return undefined;
  return shown.username === undefined ? withoutPayer(highlight) : highlight;
}
