import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import { askTogether, type Database } from '#site/platform/postgres/index.ts';
import { RUNS } from './sanction-store.ts';

/** Somebody who wants to enter a room, and what they bring. */
export interface Visitor {
  readonly roomId: AccountId;
  readonly accountId: AccountId | null;
  readonly accountCreatedAt: Date | null;
  readonly guestId: string | null;
  /** Stands for the network that they come from, where that is known. */
  readonly addressTag: string | null;
}

/** What is stored about somebody in one room. */
export interface VisitorFacts {
  /**
   * A ban or kick keeps them out: their own; for a guest, and for an account that was made after it, also one of
   * their network, for a day.
   */
  readonly isBarred: boolean;
  /** Until when they may not write, in Unix milliseconds; 0: they may. */
  readonly silencedUntilMs: number;
  readonly isModerator: boolean;
}

/** What `room-access` asks about a visitor: one query answers for all who come at nearly the same time. */
export interface VisitorStore {
  read(visitor: Visitor): Promise<VisitorFacts>;
}

interface Row {
  readonly is_barred: boolean;
  readonly is_silenced: boolean;
  readonly silenced_until: Date | null;
  readonly is_moderator: boolean;
}

const factsOf = (row: Row): VisitorFacts => ({
  isBarred: row.is_barred,
  silencedUntilMs: row.is_silenced ? (row.silenced_until?.getTime() ?? Number.MAX_SAFE_INTEGER) : 0,
  isModerator: row.is_moderator,
});

/*
 * Sanctions have an index for accounts, one for guests and one for networks. Each kind is queried separately, so that
 * each uses its index however many are asked for.
 */
const OF_ACCOUNT = sql`s.account_id = v.account_id`;
const OF_GUEST = sql`v.account_id is null and s.account_id is null and s.guest_id = v.guest_id`;
const OF_NETWORK = sql`s.address_tag = v.address_tag and s.at > now() - interval '24 hours'
  and (v.account_id is null or s.at < v.account_created_at)`;
const BARS = sql`s.room_id = v.room_id and s.kind in ('ban', 'kick') and ${RUNS}`;
const SILENCES = sql`s.room_id = v.room_id and s.kind = 'silence' and ${RUNS}`;
/** What the house has against an account holds in every room. */
const OF_HOUSE = sql`s.account_id = v.account_id and s.scope = 'chat' and ${RUNS}`;

export function makeVisitorStore({ kysely }: Pick<Database, 'kysely'>): VisitorStore {
  const readMany = async (visitors: readonly Visitor[]): Promise<readonly VisitorFacts[]> => {
    const column = <T>(read: (visitor: Visitor) => T): T[] => visitors.map(read);
    const { rows } = await sql<Row>`
      select exists (select from room_sanctions s where ${BARS} and ${OF_ACCOUNT})
          or exists (select from room_sanctions s where ${BARS} and ${OF_GUEST})
          or exists (select from room_sanctions s where ${BARS} and ${OF_NETWORK})
          or exists (select from house_sanctions s where s.kind in ('ban', 'kick') and ${OF_HOUSE}) as is_barred,
        silence.is_silenced is not null as is_silenced, silence.until as silenced_until,
        exists (select from room_moderators m
          where m.room_id = v.room_id and m.account_id = v.account_id and m.expires_at > now()
            and not exists (select from room_sanctions s where ${BARS} and ${OF_ACCOUNT})
            and not exists (select from house_sanctions s where s.kind in ('ban', 'kick') and ${OF_HOUSE}))
          as is_moderator
      from unnest(${column(({ roomId }) => roomId)}::bigint[], ${column(({ accountId }) => accountId)}::bigint[],
        ${column(({ accountCreatedAt }) => accountCreatedAt)}::timestamptz[],
        ${column(({ guestId }) => guestId)}::text[], ${column(({ addressTag }) => addressTag)}::text[]) with ordinality
        as v (room_id, account_id, account_created_at, guest_id, address_tag, place)
      left join lateral (
        (select true as is_silenced, s.until from room_sanctions s where ${SILENCES} and ${OF_ACCOUNT})
        union all
        (select true, s.until from room_sanctions s where ${SILENCES} and ${OF_GUEST})
        union all
        (select true, s.until from house_sanctions s where s.kind = 'silence' and ${OF_HOUSE})
        order by until desc nulls first limit 1) silence on true
      order by v.place`.execute(kysely);
    return rows.map(factsOf);
  };
  return { read: askTogether(readMany) };
}
