import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** The reviewed parts of a profile. */
export type ReviewKind = 'avatar' | 'profile';

/** Something that staff looks at before others see it. */
export interface KeptReview {
  readonly id: Uuid;
  readonly kind: ReviewKind;
  readonly accountId: AccountId;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly state: 'open' | 'approved' | 'rejected' | 'withdrawn';
  readonly submittedAt: Date;
}

export interface Verdict {
  readonly state: 'approved' | 'rejected';
  readonly by: AccountId;
  readonly reasonCode: string | null;
  readonly note: string | null;
}

/** Pending reviews; an account has at most one open one of a kind. */
export interface ReviewStore {
  /** In place of the one that is open. */
  submit(within: Transaction, review: Pick<KeptReview, 'kind' | 'accountId' | 'payload'>): Promise<void>;
  /** Takes the open one back. */
  withdraw(within: Transaction, accountId: AccountId, kind: ReviewKind): Promise<void>;
  findOpen(accountId: AccountId, kind: ReviewKind, within?: Transaction): Promise<KeptReview | undefined>;
  countOpen(accountId: AccountId): Promise<number>;
  /** The account whose review it is, to lock it before the review. */
  find(id: Uuid, within: Transaction): Promise<KeptReview | undefined>;
  decide(within: Transaction, id: Uuid, verdict: Verdict): Promise<void>;
  /** The longest waiting first, after that id. */
  listOpen(kind: ReviewKind, after: Uuid | undefined, limit: number): Promise<KeptReview[]>;
}

const COLUMNS = sql`id, kind, account_id as "accountId", payload, state, submitted_at as "submittedAt"`;

export function makeReviewStore({ kysely }: Pick<Database, 'kysely'>): ReviewStore {
  const withdraw: ReviewStore['withdraw'] = async (within, accountId, kind) => {
    await sql`update reviews set state = 'withdrawn', decided_at = now()
      where account_id = ${accountId} and kind = ${kind} and state = 'open'`.execute(within);
  };
  return {
    withdraw,
    async submit(within, { kind, accountId, payload }) {
      await withdraw(within, accountId, kind);
      await sql`insert into reviews (id, kind, account_id, payload)
        values (${uuidv7()}, ${kind}, ${accountId}, ${JSON.stringify(payload)}::jsonb)`.execute(within);
    },
    async findOpen(accountId, kind, within) {
      const { rows } = await sql<KeptReview>`
        select ${COLUMNS} from reviews
        where account_id = ${accountId} and kind = ${kind} and state = 'open'`.execute(within ?? kysely);
      return rows[0];
    },
    async countOpen(accountId) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from reviews where account_id = ${accountId} and state = 'open'`.execute(
        kysely,
      );
      return rows[0]!.n;
    },
    async find(id, within) {
      const { rows } = await sql<KeptReview>`select ${COLUMNS} from reviews where id = ${id}`.execute(within);
      return rows[0];
    },
    async decide(within, id, { state, by, reasonCode, note }) {
      await sql`update reviews set state = ${state}, decided_by = ${by}, decided_at = now(),
        reason_code = ${reasonCode}, note = ${note} where id = ${id}`.execute(within);
    },
    async listOpen(kind, after, limit) {
      const { rows } = await sql<KeptReview>`
        select ${COLUMNS} from reviews where kind = ${kind} and state = 'open'
          and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
