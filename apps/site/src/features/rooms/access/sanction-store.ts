import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

export type SanctionKind = 'ban' | 'kick' | 'silence';

/** Who a sanction is about. */
export interface SanctionSubject {
  readonly accountId: AccountId | null;
  readonly guestId: string | null;
  /** The person's last network, where known. */
  readonly addressTag: string | null;
  readonly username: string;
}

export interface Sanction {
  readonly id: Uuid;
  readonly kind: SanctionKind;
  readonly accountId: AccountId | null;
  readonly guestId: string | null;
  /** As the person is called now. */
  readonly username: string;
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
  /** Null: until it is lifted. */
  readonly until: Date | null;
}

/** Bans, kicks and silences of rooms (rules S2710 to S2712). */
export interface SanctionStore {
  /** Begins one; one of the same kind that runs is replaced. */
  impose(
    roomId: AccountId,
    kind: SanctionKind,
    subject: SanctionSubject,
    terms: {
      readonly byId: AccountId | null;
      readonly by: string;
      readonly reason: string;
      readonly until: Date | null;
    },
  ): Promise<void>;
  /** Ends the running one of this kind, by whatever name it was imposed. @returns it, undefined if there was none */
  lift(
    roomId: AccountId,
    kind: SanctionKind,
    subject: Pick<SanctionSubject, 'accountId' | 'guestId'>,
  ): Promise<Sanction | undefined>;
  /** The silences of an account that somebody imposed and that run, with the names of the rooms. */
  listSilencesBy(
    accountId: AccountId,
    by: string,
  ): Promise<{ readonly room: string; readonly until: Date | null; readonly reason: string }[]>;
  /** What silences an account in all rooms. */
  listSilencesEverywhere(
    accountId: AccountId,
  ): Promise<{ readonly until: Date | null; readonly reason: string }[]>;
  /** Those that run, newest first. */
  list(
    roomId: AccountId,
    page: { readonly before: Uuid | undefined; readonly limit: number },
  ): Promise<Sanction[]>;
  /** What runs against somebody in a room. */
  kindsOf(
    roomId: AccountId,
    subject: Pick<SanctionSubject, 'accountId' | 'guestId'>,
  ): Promise<SanctionKind[]>;
  /** Which of these accounts are banned or kicked, there or by staff from all rooms. */
  listPutOut(roomId: AccountId, accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  /** Indexes of the pairs whose account is banned or kicked in the room. */
  listPutOutOf(pairs: readonly (readonly [AccountId, AccountId])[]): Promise<ReadonlySet<number>>;
  /** Names of the silenced, at most 100. */
  listSilenced(roomId: AccountId): Promise<string[]>;
}

interface Row {
  readonly id: Uuid;
  readonly kind: SanctionKind;
  readonly account_id: AccountId | null;
  readonly guest_id: string | null;
  readonly username: string;
  readonly by_name: string;
  readonly reason: string;
  readonly at: Date;
  readonly until: Date | null;
}

const sanctionOf = (row: Row): Sanction => ({
  id: row.id,
  kind: row.kind,
  accountId: row.account_id,
  guestId: row.guest_id,
  username: row.username,
  by: row.by_name,
  reason: row.reason,
  at: row.at,
  until: row.until,
});

/** Of a row of `room_sanctions`: it has neither ended nor been lifted. */
export const RUNS = sql`lifted_at is null and (until is null or until > now())`;

/** The same for a row of `house_sanctions` that keeps its account out of all rooms. */
export const KEEPS_OUT = sql`kind in ('ban', 'kick') and scope = 'chat' and ${RUNS}`;

/** Of a row `s` of `room_sanctions`: an account may have another name than when it was imposed. */
const NAME_NOW = sql`coalesce((select a.username from accounts a where a.id = s.account_id), s.username)`;

export function makeSanctionStore({ kysely }: Database): SanctionStore {
  const one = async (query: RawBuilder<Row>): Promise<Sanction | undefined> => {
    const { rows } = await query.execute(kysely);
    return rows[0] && sanctionOf(rows[0]);
  };
  const isOf = ({ accountId, guestId }: Pick<SanctionSubject, 'accountId' | 'guestId'>) =>
    accountId === null ? sql`guest_id = ${guestId ?? ''}` : sql`account_id = ${accountId}`;

  return {
    async impose(roomId, kind, subject, { byId, by, reason, until }) {
      const { accountId, guestId, addressTag, username } = subject;
      const target =
        accountId === null
          ? sql`(room_id, kind, guest_id) where lifted_at is null and account_id is null`
          : sql`(room_id, kind, account_id) where lifted_at is null and account_id is not null`;
      await sql`
        insert into room_sanctions
          (id, room_id, kind, account_id, guest_id, address_tag, username, by_id, by_name, reason, until)
        values (${uuidv7()}, ${roomId}, ${kind}, ${accountId}, ${guestId}, ${addressTag}, ${username},
          ${byId}, ${by}, ${reason}, ${until})
        on conflict ${target} do update set id = excluded.id, at = now(), until = excluded.until,
          by_id = excluded.by_id, by_name = excluded.by_name, reason = excluded.reason,
          username = excluded.username,
          address_tag = coalesce(excluded.address_tag, room_sanctions.address_tag)`.execute(kysely);
    },
    lift: (roomId, kind, subject) =>
      one(sql<Row>`
        update room_sanctions set lifted_at = now()
        where room_id = ${roomId} and kind = ${kind} and ${isOf(subject)} and ${RUNS}
        returning *`),
    async listSilencesBy(accountId, by) {
      const { rows } = await sql<{ room: string; until: Date | null; reason: string }>`
        select a.username as room, s.until, s.reason from room_sanctions s join accounts a on a.id = s.room_id
        where s.account_id = ${accountId} and s.kind = 'silence' and s.by_name = ${by} and ${RUNS}
        order by s.id`.execute(kysely);
      return rows;
    },
    async listSilencesEverywhere(accountId) {
      const { rows } = await sql<{ until: Date | null; reason: string }>`
        select until, reason_code as reason from house_sanctions
        where account_id = ${accountId} and kind = 'silence' and scope = 'chat' and ${RUNS}`.execute(kysely);
      return rows;
    },
    async listPutOut(roomId, accountIds) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from room_sanctions
        where room_id = ${roomId} and kind in ('ban', 'kick') and account_id = any(${[...accountIds]}) and ${RUNS}
        union
        select account_id from house_sanctions
        where account_id = any(${[...accountIds]}) and ${KEEPS_OUT}`.execute(kysely);
      return new Set(rows.map(({ account_id: id }) => id));
    },
    async listPutOutOf(pairs) {
      if (pairs.length === 0) return new Set();
      const { rows } = await sql<{ place: string }>`
        select pair.place from unnest(
          ${pairs.map(([roomId]) => roomId)}::bigint[], ${pairs.map(([, accountId]) => accountId)}::bigint[]
        ) with ordinality as pair (room_id, account_id, place)
        where exists (select from room_sanctions s
          where s.room_id = pair.room_id and s.account_id = pair.account_id and kind in ('ban', 'kick')
            and ${RUNS})
          or exists (select from house_sanctions h where h.account_id = pair.account_id and ${KEEPS_OUT})`.execute(
        kysely,
      );
      return new Set(rows.map(({ place }) => Number(place) - 1));
    },
    async list(roomId, { before, limit }) {
      const { rows } = await sql<Row>`
        select s.*, ${NAME_NOW} as username from room_sanctions s
        where room_id = ${roomId} and ${RUNS} and (${before ?? null}::uuid is null or id < ${before ?? null})
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(sanctionOf);
    },
    async kindsOf(roomId, subject) {
      const { rows } = await sql<{ kind: SanctionKind }>`
        select kind from room_sanctions
        where room_id = ${roomId} and ${RUNS} and ${isOf(subject)} order by kind`.execute(kysely);
      return rows.map((row) => row.kind);
    },
    async listSilenced(roomId) {
      const { rows } = await sql<{ username: string }>`
        select ${NAME_NOW} as username from room_sanctions s
        where room_id = ${roomId} and kind = 'silence' and ${RUNS}
        order by id desc limit 100`.execute(kysely);
      return rows.map((row) => row.username);
    },
  };
}
