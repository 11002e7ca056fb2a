import type { EventName, Payload } from '@klieg/contract';
import type { Highlight, KeptAct } from './room-entries.ts';
import type { Person } from '../people/person.ts';
import { type Seat, type Seating, seatOf } from '../seats/seats.ts';
import { actRight, withoutPayer } from '../seats/act-rules.ts';
import { lineRight } from '../seats/watch-rules.ts';

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

/** The acts of one kind in the variant for somebody's seat; one's own in full. */
export const actsFor = <N extends EventName>(
  name: N,
  { acts, seating }: { readonly acts: readonly KeptAct[]; readonly seating: Seating },
  { key, role }: Pick<Person, 'key' | 'role'>,
): readonly Payload<N>[] =>
  acts.flatMap((kept) => {
    if (kept.name !== name) return [];
    const payload = kept.payload as Payload<N>;
    const right =
      kept.act.personKey === key ? 'named' : actRight(seating, seatOf(seating, { key, role }), kept.act);
    if (right === 'none') return [];
    return [right === 'named' ? payload : (withoutPayer(payload as object) as Payload<N>)];
  });

/** A highlight as its reader sees the line: nameless if the line is, and none without the line. */
export function highlightFor<H extends Highlight>(highlight: H, shown: Line | undefined): H | undefined {
  if (!shown) return undefined;
  return shown.username === undefined ? withoutPayer(highlight) : highlight;
}
