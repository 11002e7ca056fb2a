import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { onFile } from '../billing/index.ts';
import type { Line, LineState } from './line-rules.ts';

/** A line with whose it is; `version` grows with every change. */
export interface KeptLine extends Line {
  readonly accountId: AccountId;
  readonly version: number;
  readonly cardId: Uuid | null;
  /** The number of the one-time link that declines it. */
  readonly declineNumber: number;
  /** The state last written to the settings. */
  readonly shown: string | null;
}

export interface PostpayStore {
  find(account: AccountId): Promise<KeptLine | undefined>;
  /** Writes a line that was read with this version. @returns undefined where another node was first */
  save(line: KeptLine, within?: Transaction): Promise<KeptLine | undefined>;
  /**
   * Begins a line, or begins it again.
   * @returns false if there is already credit or debt, or the card is no longer on file
   */
  open(line: {
    readonly accountId: AccountId;
    readonly cardId: Uuid;
    readonly limitTokens: number;
    readonly now: number;
  }): Promise<boolean>;
  /**
   * Sets the card on file that a line charges.
   * @returns undefined if another node was first, or the card is no longer on file
   */
  chooseCard(line: KeptLine, cardId: Uuid): Promise<KeptLine | undefined>;
  /** Stores that somebody wants none. */
  keepDeclined(account: AccountId, now: number): Promise<void>;
  /** A bank took back what this person had paid. */
  markChargedBack(transaction: Transaction, account: AccountId): Promise<void>;
  markShown(account: AccountId, shown: string): Promise<void>;
  /** Lines with something to do now: an open charge, or something owed that is due. */
  listDue(now: number, idleMs: number): Promise<AccountId[]>;
  /** All that give credit or owe, and those that did until lately. */
  listOpen(): Promise<AccountId[]>;
  /** Whether a card is the one of a line that gives credit or owes. */
  usesCard(account: AccountId, card: Uuid): Promise<boolean>;
}

interface Row {
  readonly account_id: AccountId;
  readonly state: LineState;
  readonly version: number;
  readonly limit_tokens: number;
  readonly card_id: Uuid | null;
  readonly is_ending: boolean;
  readonly was_charged_back: boolean;
  readonly used_tokens: number;
  readonly owed_since: Date | null;
  readonly last_spend_at: Date | null;
  readonly charge_id: Uuid | null;
  readonly charge_tokens: number | null;
  readonly failures: number;
  readonly past_due_since: Date | null;
  readonly next_try_at: Date | null;
  readonly decline_number: number;
  readonly shown: string | null;
}

const ms = (date: Date | null): number | null => date?.getTime() ?? null;
const date = (time: number | null): Date | null => (time === null ? null : new Date(time));

const lineOf = (row: Row): KeptLine => ({
  accountId: row.account_id,
  state: row.state,
  version: row.version,
  limitTokens: row.limit_tokens,
  cardId: row.card_id,
  isEnding: row.is_ending,
  wasChargedBack: row.was_charged_back,
  usedTokens: row.used_tokens,
  owedSince: ms(row.owed_since),
  lastSpendAt: ms(row.last_spend_at),
  charge: row.charge_id === null ? null : { id: row.charge_id, tokens: row.charge_tokens ?? 0 },
  failures: row.failures,
  pastDueSince: ms(row.past_due_since),
  nextTryAt: ms(row.next_try_at),
  declineNumber: row.decline_number,
  shown: row.shown,
});

/** Lines that can be begun again. */
const ENDED = ['declined', 'closed'] as const;

export function makePostpayStore({ kysely }: Pick<Database, 'kysely'>): PostpayStore {
  return {
    async find(account) {
      const { rows } = await sql<Row>`select * from postpay_lines where account_id = ${account}`.execute(
        kysely,
      );
      return rows[0] && lineOf(rows[0]);
    },
    async save(line, within) {
      const { rows } = await sql<Row>`
        update postpay_lines set version = version + 1, state = ${line.state}, limit_tokens = ${line.limitTokens},
          card_id = ${line.cardId}, is_ending = ${line.isEnding}, used_tokens = ${line.usedTokens},
          owed_since = ${date(line.owedSince)}, last_spend_at = ${date(line.lastSpendAt)},
          charge_id = ${line.charge?.id ?? null}, charge_tokens = ${line.charge?.tokens ?? null},
          failures = ${line.failures}, past_due_since = ${date(line.pastDueSince)},
          next_try_at = ${date(line.nextTryAt)}, decline_number = ${line.declineNumber}
        where account_id = ${line.accountId} and version = ${line.version} returning *`.execute(
        within ?? kysely,
      );
      return rows[0] && lineOf(rows[0]);
    },
    async open({ accountId, cardId, limitTokens, now }) {
      const { numAffectedRows } = await sql`
        insert into postpay_lines as kept (account_id, state, limit_tokens, card_id, accepted_at)
        select ${accountId}, 'active', ${limitTokens}, c.id, ${new Date(now)} from ${onFile(accountId, cardId)} c
        on conflict (account_id) do update set version = kept.version + 1, state = 'active', is_ending = false,
          limit_tokens = excluded.limit_tokens, card_id = excluded.card_id, accepted_at = excluded.accepted_at,
          decline_number = kept.decline_number + 1
        where kept.state = any(${ENDED}::text[]) and kept.used_tokens = 0 and kept.charge_id is null
          and not kept.was_charged_back`.execute(kysely);
      return numAffectedRows === 1n;
    },
    async chooseCard({ accountId, version }, cardId) {
      const { rows } = await sql<Row>`
        update postpay_lines set version = version + 1, card_id = c.id from ${onFile(accountId, cardId)} c
        where account_id = ${accountId} and version = ${version} returning postpay_lines.*`.execute(kysely);
      return rows[0] && lineOf(rows[0]);
    },
    async keepDeclined(account, now) {
      await sql`
        insert into postpay_lines as kept (account_id, state, limit_tokens, accepted_at, decline_number)
        values (${account}, 'declined', 0, ${new Date(now)}, 1)
        on conflict (account_id) do update set decline_number = kept.decline_number + 1`.execute(kysely);
    },
    async markChargedBack(transaction, account) {
      await sql`
        update postpay_lines set was_charged_back = true, version = version + 1
        where account_id = ${account}`.execute(transaction);
    },
    async markShown(account, shown) {
      await sql`update postpay_lines set shown = ${shown} where account_id = ${account}`.execute(kysely);
    },
    async listDue(now, idleMs) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from postpay_lines
        where (state in ('active', 'settling', 'past_due') or charge_id is not null or was_charged_back and state <> 'closed')
          and (charge_id is not null or was_charged_back or next_try_at <= ${new Date(now)}
            or (used_tokens > 0 and (used_tokens >= limit_tokens or last_spend_at <= ${new Date(now - idleMs)})))`.execute(
        kysely,
      );
      return rows.map((row) => row.account_id);
    },
    async listOpen() {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from postpay_lines
        where state in ('active', 'settling', 'past_due', 'suspended') or used_tokens > 0`.execute(kysely);
      return rows.map((row) => row.account_id);
    },
    async usesCard(account, card) {
      const { rows } = await sql<{ is_used: boolean }>`
        select exists (select from postpay_lines where account_id = ${account} and card_id = ${card}
          and (state <> all(${ENDED}::text[]) or charge_id is not null)) as is_used`.execute(kysely);
      return rows[0]!.is_used;
    },
  };
}
