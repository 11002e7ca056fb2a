import type { AccountId, Uuid } from '@klieg/kernel';
import { WAITING_MAX_MS } from '@klieg/contract/features/ticket-shows/limits';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Place } from '../../platform/visitors/index.ts';

/* A ticket show (machine 5): transitions of the show and of each ticket. Pure. */

/** A show that delivered less than this costs nobody anything (S507). */
const DELIVERED_MIN_MS = 5 * 60_000;
/** The longest show (S506). */
const RUNNING_MAX_MS = 4 * HOUR_MS;
/** A room without a picture for this long ends its show (S506). */
const SILENT_MS = 60_000;
/** A room that is closed for this long cancels its announced show (S506). */
const CLOSED_MS = 60 * 60_000;

export type TicketShowState = 'announced' | 'running' | 'settling' | 'settled' | 'canceled';

export type TicketShowEnd = 'model_ended' | 'unpublish' | 'canceled' | 'time_over' | 'removed';

/** Times are Unix milliseconds of the database. */
export interface TicketShow {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly state: TicketShowState;
  /** Tokens. */
  readonly price: number;
  readonly recordingPrice: number;
  readonly message: string;
  readonly startsAt: number | null;
  readonly refundMinutes: number;
  /** Canceled at its time where fewer are sold; 0: never. */
  readonly minSold: number;
  readonly sold: number;
  readonly reason: TicketShowEnd | null;
  readonly announcedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** How long there was a picture. */
  readonly deliveredMs: number;
}

export interface Ticket {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly accountId: AccountId;
  readonly state: 'held' | 'paid' | 'returned';
  /** Tokens. */
  readonly price: number;
  readonly boughtAt: number;
  /** The first picture that was delivered to its holder. */
  readonly joinedAt: number | null;
  readonly watchedMs: number;
  /** Decided once; null: not yet. */
  readonly outcome: 'paid' | 'returned' | null;
  /** Where it was bought; null: it was not kept. */
  readonly place: Place | null;
  /** Digest of the room's password when it was bought; null: it had none. */
  readonly roomPassword: Buffer | null;
}

/**
 * Half of what was shown, if the show is long enough to be paid for: then the ticket is paid although its holder was
 * removed.
 */
export const hasHadIts = (
  { deliveredMs }: Pick<TicketShow, 'deliveredMs'>,
  { watchedMs }: Pick<Ticket, 'watchedMs'>,
): boolean => deliveredMs >= DELIVERED_MIN_MS && watchedMs * 2 >= deliveredMs;

/** How the room of a show is. */
export interface RoomSight {
  readonly isShowOn: boolean;
  /** Milliseconds without a picture; 0 with one. */
  readonly silentMs: number;
  /** Milliseconds since the room closed; 0 while open. */
  readonly closedMs: number;
  readonly isOwnerSuspended: boolean;
}

/** Why a show ends now; undefined: it continues. */
export function endOf(show: TicketShow, now: number, room: RoomSight): TicketShowEnd | undefined {
  if (show.state === 'announced') {
    const isTooFew = show.startsAt !== null && now >= show.startsAt && show.sold < show.minSold;
    const isLate = now - show.announcedAt >= WAITING_MAX_MS;
    const isOver = isTooFew || isLate || room.closedMs >= CLOSED_MS || room.isOwnerSuspended;
    return isOver ? 'canceled' : undefined;
  }
  if (show.state !== 'running') return undefined;
  if (room.isOwnerSuspended) return 'removed';
  if (!room.isShowOn || room.silentMs >= SILENT_MS) return 'unpublish';
  return now - (show.startedAt ?? now) >= RUNNING_MAX_MS ? 'time_over' : undefined;
}

/**
 * Whether a ticket is paid for or goes back (S507, S509). Who came within the last minutes, or bought then and never
 * came, has it back; who never came although the show ran pays for the right.
 */
export function outcomeOf(show: TicketShow, ticket: Ticket): 'paid' | 'returned' {
  if (ticket.outcome) return ticket.outcome;
  const isVoid =
    show.state === 'canceled' || show.reason === 'removed' || show.deliveredMs < DELIVERED_MIN_MS;
  if (isVoid) return 'returned';
  // Begun and over before its time: who meant to come then could not.
  const endedEarly = (show.endedAt ?? 0) < (show.startsAt ?? 0) + DELIVERED_MIN_MS;
  if (ticket.joinedAt === null && endedEarly) return 'returned';
  const from = ticket.joinedAt ?? ticket.boughtAt;
  const isLate = from > (show.endedAt ?? 0) - show.refundMinutes * 60_000;
  return isLate ? 'returned' : 'paid';
}
