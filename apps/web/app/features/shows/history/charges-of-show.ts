import type { LedgerKind, LedgerRow } from '@klieg/contract';
import { utcDayOf } from '@klieg/kernel/time';

/** A show in the history, as far as its charges depend on it. */
export interface ListedShow {
  readonly show_id: string;
  readonly username: string;
  readonly started_at: string;
  readonly duration_seconds: number;
}

const KINDS: ReadonlySet<LedgerKind> = new Set(['hold_post', 'private', 'spy', 'ticket', 'refund']);
/** The last interval is settled a little after the end. */
const SETTLE_MS = 60_000;

/** The transfers of a show: those that name it, or that moved between the two while it ran. */
export function chargesOfShow(show: ListedShow, rows: readonly LedgerRow[]): LedgerRow[] {
  const from = Date.parse(show.started_at);
  const until = from + show.duration_seconds * 1_000 + SETTLE_MS;
  return rows.filter(({ ref, counterpart, kind, at }) => {
    if (ref?.id === show.show_id) return true;
    const time = Date.parse(at);
    return counterpart === show.username && KINDS.has(kind) && time >= from && time <= until;
  });
}

/** The UTC days in which a show ran, in the form of the ledger's history. */
export function daysOfShow(show: ListedShow): { readonly from: string; readonly to: string } {
  const from = Date.parse(show.started_at);
  return { from: utcDayOf(from), to: utcDayOf(from + show.duration_seconds * 1_000 + SETTLE_MS) };
}
