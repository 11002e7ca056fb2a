import type { DeletionHold } from '@klieg/contract/features/data-rights/http';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { accountOf } from '../ledger/index.ts';
import type { DeletionSight } from './deletion-rules.ts';

export interface Deletion {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly state: 'waiting' | 'held' | 'running' | 'done' | 'canceled';
  readonly askedAt: Date;
  readonly deleteAt: Date;
  readonly answerBy: Date;
  readonly heldBy: DeletionHold | null;
  readonly step: number;
}

export interface OpenRequest {
  readonly id: Uuid;
  readonly kind: 'export' | 'deletion';
  readonly accountId: AccountId;
  readonly username: string;
  readonly state: string;
  readonly heldBy: DeletionHold | null;
  readonly hasLegalHold: boolean;
  readonly askedAt: Date;
  readonly dueAt: Date;
}

export interface DeletionsStore {
  /** A repeat while one is open answers that one. */
  add(
    asked: Pick<Deletion, 'id' | 'accountId' | 'askedAt' | 'deleteAt' | 'answerBy'> & {
      readonly reason: string;
    },
    within: Transaction,
  ): Promise<{ readonly deletion: Deletion; readonly isNew: boolean }>;
  findOpen(accountId: AccountId): Promise<Deletion | undefined>;
  /** False where none is waiting. */
  cancel(accountId: AccountId): Promise<boolean>;
  /** Reserves a due one for a while; undefined where none is left. */
  claim(now: Date, until: Date): Promise<Deletion | undefined>;
  /** Begins to delete. False where its person has canceled it meanwhile. */
  begin(id: Uuid): Promise<boolean>;
  /** Stores what blocks it. @returns whether that is new */
  hold(id: Uuid, heldBy: DeletionHold, now: Date, within: Transaction): Promise<boolean>;
  setStep(id: Uuid, step: number): Promise<void>;
  takeLate(now: Date): Promise<{ readonly id: Uuid; readonly answerBy: Date }[]>;
  countLate(now: Date): Promise<number>;
  /** Open matters as far as the database knows; the ledger knows the earnings. */
  readSight(accountId: AccountId): Promise<Omit<DeletionSight, 'earnedTokens'>>;
  setLegalHold(
    within: Transaction,
    hold: {
      readonly accountId: AccountId;
      readonly byId: AccountId;
      readonly reason: string;
      readonly since: Date;
    },
  ): Promise<void>;
  liftLegalHold(within: Transaction, accountId: AccountId): Promise<void>;
  /** Open requests, the soonest first. */
  listOpen(
    after: { readonly dueAt: Date; readonly id: Uuid } | undefined,
    limit: number,
  ): Promise<OpenRequest[]>;
  dropReservedNames(): Promise<void>;
}

const FIELDS = sql`id, account_id as "accountId", state, asked_at as "askedAt", delete_at as "deleteAt",
  answer_by as "answerBy", held_by as "heldBy", step`;
const OPEN = sql`state in ('waiting', 'held', 'running')`;
const NOT_ANSWERED = sql`${OPEN} and answered_at is null`;

export function makeDeletionsStore({ kysely }: Pick<Database, 'kysely'>): DeletionsStore {
  const findOpen = async (accountId: AccountId, within?: Transaction) => {
    const { rows } = await sql<Deletion>`
      select ${FIELDS} from deletions where account_id = ${accountId} and ${OPEN}`.execute(within ?? kysely);
    return rows[0];
  };
  return {
    ...makeHolds({ kysely }),
    findOpen,
    async add({ id, accountId, reason, askedAt, deleteAt, answerBy }, within) {
      const { rows } = await sql<Deletion>`
        insert into deletions (id, account_id, reason, asked_at, delete_at, answer_by)
        values (${id}, ${accountId}, ${reason}, ${askedAt}, ${deleteAt}, ${answerBy})
        on conflict (account_id) where state in ('waiting', 'held', 'running') do nothing
        returning ${FIELDS}`.execute(within);
      if (rows[0]) return { deletion: rows[0], isNew: true };
      return { deletion: (await findOpen(accountId, within))!, isNew: false };
    },
    async cancel(accountId) {
      const { rows } = await sql`
        update deletions set state = 'canceled', reason = ''
        where account_id = ${accountId} and state in ('waiting', 'held') returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async claim(now, until) {
      const { rows } = await sql<Deletion>`
        update deletions set lease_until = ${until}
        where id = (
          select id from deletions
          where ${OPEN} and delete_at <= ${now} and (lease_until is null or lease_until <= ${now})
          order by delete_at, id limit 1 for update skip locked)
        returning ${FIELDS}`.execute(kysely);
      return rows[0];
    },
    async begin(id) {
      const { rows } = await sql`
        update deletions set state = 'running', held_by = null where id = ${id} and ${OPEN} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async hold(id, heldBy, now, within) {
      const { rows } = await sql<{ isNew: boolean }>`
        update deletions d set state = 'held', held_by = ${heldBy}, answered_at = ${now}
        from deletions before
        where d.id = ${id} and before.id = d.id and (d.state in ('waiting', 'held') or d.state = 'running' and d.step = 0)
        returning before.held_by is distinct from ${heldBy} as "isNew"`.execute(within);
      return rows[0]?.isNew ?? false;
    },
    async setStep(id, step) {
      await sql`update deletions set step = ${step} where id = ${id}`.execute(kysely);
    },
    async takeLate(now) {
      const { rows } = await sql<{ id: Uuid; answerBy: Date }>`
        update deletions set is_late_told = true
        where ${NOT_ANSWERED} and answer_by <= ${now} and not is_late_told
        returning id, answer_by as "answerBy"`.execute(kysely);
      return rows;
    },
    async countLate(now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from deletions where ${NOT_ANSWERED} and answer_by <= ${now}`.execute(
        kysely,
      );
      return rows[0]!.count;
    },
    async dropReservedNames() {
      await sql`delete from reserved_names where reserved_until <= now()`.execute(kysely);
    },
  };
}

type Holds = Pick<DeletionsStore, 'readSight' | 'setLegalHold' | 'liftLegalHold' | 'listOpen'>;

const PURSES = ['spending', 'earning', 'payable', 'reserve'] as const;

const makeHolds = ({ kysely }: Pick<Database, 'kysely'>): Holds => ({
  async readSight(id) {
    const accounts = PURSES.map((purse) => accountOf(id, purse));
    const { rows } = await sql<Omit<DeletionSight, 'earnedTokens'>>`
      select exists (select 1 from legal_holds where account_id = ${id}) as "hasLegalHold",
        exists (select 1 from reports where subject_id = ${id} and state = 'open') as "hasOpenCase",
        exists (select 1 from ledger.balances where account = any(${accounts}::bigint[]) and held > 0)
          or exists (select 1 from rooms where account_id = ${id} and status not in ('offline', 'standby'))
          or exists (select 1 from ledger.holds where receiver = any(${accounts}::bigint[]) and state = 1)
          or exists (select 1 from ticket_shows
            where room_id = ${id} and state in ('announced', 'running', 'settling')) as "hasOpenShow",
        exists (select 1 from orders where account_id = ${id} and state in ('sent', 'pending')) as "hasOpenOrder",
        coalesce((select used_tokens from postpay_lines where account_id = ${id}), 0) as "owedTokens"`.execute(
      kysely,
    );
    return rows[0]!;
  },
  async setLegalHold(within, { accountId, byId, reason, since }) {
    await sql`
      insert into legal_holds (account_id, by_id, reason, since)
      values (${accountId}, ${byId}, ${reason}, ${since})
      on conflict (account_id) do update set by_id = excluded.by_id, reason = excluded.reason`.execute(
      within,
    );
  },
  async liftLegalHold(within, accountId) {
    await sql`delete from legal_holds where account_id = ${accountId}`.execute(within);
  },
  async listOpen(after, limit) {
    const { rows } = await sql<OpenRequest>`
      select r.id, r.kind, r.account_id as "accountId", a.username, r.state, r.held_by as "heldBy",
        h.account_id is not null as "hasLegalHold", r.asked_at as "askedAt", r.due_at as "dueAt"
      from (
        select id, 'export' as kind, account_id, state, null as held_by, asked_at, due_at
        from data_exports where state = 'making'
        union all
        select id, 'deletion', account_id, state, held_by, asked_at, answer_by from deletions where ${OPEN}
      ) r join accounts a on a.id = r.account_id left join legal_holds h on h.account_id = r.account_id
      where ${after ? sql`(r.due_at, r.id) > (${after.dueAt}, ${after.id}::uuid)` : sql`true`}
      order by r.due_at, r.id limit ${limit}`.execute(kysely);
    return rows;
  },
});
