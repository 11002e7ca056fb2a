import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** An act that was sold. */
export interface ActRow {
  readonly id: Uuid;
  readonly modelId: AccountId;
  readonly payerId: AccountId;
  readonly appId: number;
  readonly label: string;
  readonly tokens: number;
  readonly soldAt: Date;
  /** `returning`: it is decided that the tokens go back, and they are on their way. */
  readonly state: 'owed' | 'done' | 'returning' | 'returned';
  readonly returnedTokens: number;
  readonly doneAt: Date | null;
  readonly contestedAt: Date | null;
  readonly returnAt: Date;
}

export interface NewAct extends Omit<ActRow, 'returnedTokens' | 'doneAt' | 'contestedAt'> {
  readonly feedNumber: number;
}

/** Which acts to list: those of one side, newest first, from `before` on. */
export interface ActsAsk {
  readonly side: 'model' | 'payer';
  readonly accountId: AccountId;
  readonly state: 'owed' | 'done' | 'returned' | undefined;
  readonly before: Uuid | undefined;
  readonly limit: number;
}

export interface ActStore {
  add(transaction: Transaction, act: NewAct): Promise<void>;
  find(id: Uuid): Promise<ActRow | undefined>;
  list(ask: ActsAsk): Promise<ActRow[]>;
  /** Marks it as given. @returns false where it is no longer owed */
  markDone(id: Uuid): Promise<boolean>;
  /** The payer reports that it was not given. @returns false if already reported, or too late */
  contest(id: Uuid, hours: number): Promise<boolean>;
  /** From now on the tokens are on their way back. @returns false where that was decided before */
  giveBack(transaction: Transaction, id: Uuid): Promise<boolean>;
  /** The tokens are back. */
  markReturned(id: Uuid): Promise<void>;
  /** Of a tip that was taken back, in part or whole, wherever that came from. */
  takeBack(transaction: Transaction, modelId: AccountId, feedNumber: number, tokens: number): Promise<void>;
  /** What is owed at the end of a broadcast can still be given for some days. */
  setReturnAt(transaction: Transaction, modelId: AccountId, days: number): Promise<void>;
  /** Acts owed for too long. */
  listLate(limit: number): Promise<Uuid[]>;
  /** Acts whose tokens are on their way back. */
  listReturning(limit: number): Promise<ActRow[]>;
}

const columns =
  sql.raw(`act_id as id, model_id as "modelId", payer_id as "payerId", app_id as "appId", label, tokens,
  sold_at as "soldAt", state, returned_tokens as "returnedTokens", done_at as "doneAt", contested_at as "contestedAt",
  return_at as "returnAt"`);

/** How the listed states are stored: on its way back counts as returned. */
const rowStates = { owed: ['owed'], done: ['done'], returned: ['returning', 'returned'] } as const;

export function makeActStore({ kysely }: Pick<Database, 'kysely'>): ActStore {
  return {
    async add(transaction, act) {
      await sql`
        insert into acts (act_id, model_id, payer_id, app_id, label, tokens, feed_number, sold_at, state, return_at)
        values (${act.id}, ${act.modelId}, ${act.payerId}, ${act.appId}, ${act.label}, ${act.tokens},
          ${act.feedNumber}, ${act.soldAt}, ${act.state}, ${act.returnAt})
        on conflict do nothing`.execute(transaction);
    },
    async find(id) {
      const { rows } = await sql<ActRow>`select ${columns} from acts where act_id = ${id}`.execute(kysely);
      return rows[0];
    },
    async list({ side, accountId, state, before, limit }) {
      const mine = sql.ref(side === 'model' ? 'model_id' : 'payer_id');
      const states = state ? [...rowStates[state]] : Object.values(rowStates).flat();
      const { rows } = await sql<ActRow>`
        select ${columns} from acts
        where ${mine} = ${accountId} and state = any(${states}) and act_id < ${before ?? LAST_ID}::uuid
        order by act_id desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async markDone(id) {
      const { rows } = await sql`
        update acts set state = 'done', done_at = now() where act_id = ${id} and state = 'owed' returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async contest(id, hours) {
      const { rows } = await sql`
        update acts set contested_at = now()
        where act_id = ${id} and state = 'done' and contested_at is null
          and done_at > now() - make_interval(hours => ${hours}) returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async giveBack(transaction, id) {
      const { rows } = await sql`
        update acts set state = 'returning' where act_id = ${id} and state in ('owed', 'done') returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    async markReturned(id) {
      await sql`
        update acts set state = 'returned', returned_tokens = tokens where act_id = ${id}`.execute(kysely);
    },
    async takeBack(transaction, modelId, feedNumber, tokens) {
      await sql`
        update acts set returned_tokens = least(tokens, returned_tokens + ${tokens}),
          state = case when returned_tokens + ${tokens} >= tokens then 'returned' else state end
        where model_id = ${modelId} and feed_number = ${feedNumber} and state <> 'returned'`.execute(
        transaction,
      );
    },
    async setReturnAt(transaction, modelId, days) {
      await sql`
        update acts set return_at = least(return_at, now() + make_interval(days => ${days}))
        where model_id = ${modelId} and state = 'owed'`.execute(transaction);
    },
    async listLate(limit) {
      const { rows } = await sql<{ id: Uuid }>`
        select act_id as id from acts where state = 'owed' and return_at <= now()
        order by return_at limit ${limit}`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    async listReturning(limit) {
      const { rows } = await sql<ActRow>`
        select ${columns} from acts where state = 'returning' order by act_id limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
