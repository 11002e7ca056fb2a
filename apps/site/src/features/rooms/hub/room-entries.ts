import type { EventName, Payload } from '@klieg/contract';
import type { Act } from '../seats/act-rules.ts';
import type { Seat, Seating } from '../seats/seats.ts';

export type Line = Payload<'v3.chat.message'>;
/** A line that is highlighted until its time is over (S3206). */
export type Highlight = Payload<'v3.user.highlighted_message'> & {
  readonly id: string;
  readonly until: number;
};

/** Whose lines are removed: one line, those of one person, or all. */
export type LinesOf = { readonly id: string } | { readonly username: string } | 'all';

/**
 * Variants of one event by reader; `staff` is the streamer and staff. A reader without a variant gets the next one:
 * moderators that of viewers, staff that of moderators.
 */
export interface Variants<P> {
  readonly viewers?: P | undefined;
  readonly moderators?: P | undefined;
  readonly staff?: P | undefined;
  /** For the site's staff alone, without the streamer; nobody else gets anything then. */
  readonly siteStaff?: P | undefined;
  /** The person whom it is about, whatever their role. */
  readonly self?: { readonly personKey: string; readonly payload: P } | undefined;
}

/** A paid act that later visitors also see, as the event that announced it. */
export interface KeptAct {
  readonly name: EventName;
  /** As seen by those who may know the names; the kept history leaves out people who hide. */
  readonly payload: object;
  /** The payer's, also where the name is not shown: when their lines are removed, this goes with them. */
  readonly username: string;
  readonly act: Act;
}

/** What happens in a room in one order for everybody. */
export type RoomEntry =
  | {
      readonly kind: 'state';
      readonly name: EventName;
      readonly payload: object;
      /** What those on some seats get in its place. */
      readonly bySeat?: Readonly<Partial<Record<Seat, object>>>;
      /** What the pages of the one person get in its place whom it is about. */
      readonly self?: { readonly personKey: string; readonly payload: object };
    }
  | {
      readonly kind: 'moment';
      readonly name: EventName;
      readonly variants: Variants<object>;
      /** Of a paid act: who gets it, and with the payer's name or without, follows from where the payer sat. */
      readonly act?: Act;
      /** For a paid act: how the room's history keeps it; absent: not kept. */
      readonly kept?: Pick<KeptAct, 'payload' | 'username'>;
    }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'highlight'; readonly highlight: Highlight }
  | { readonly kind: 'take_lines'; readonly lines: LinesOf }
  /** The show of the room and who sits in it. */
  | { readonly kind: 'seating'; readonly seating: Seating };
