import type { AgreedReUps } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { onFile } from '../billing/index.ts';

/** Automatic purchases of somebody; `version` grows with every change. */
export interface ReUp {
  readonly accountId: AccountId;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly internalId: string;
  readonly belowTokens: number;
  readonly cardId: Uuid;
  readonly perDay: number;
  readonly centsPerMonth: number;
  readonly consentedAt: Date;
  readonly isDisabledByUser: boolean;
  readonly failures: number;
  /** The order of the open charge; at most one. */
  readonly orderId: Uuid | null;
  readonly seenTokens: number | null;
  readonly pageAt: number | null;
  readonly cappedAt: number | null;
  /** What the package cost and brought when it was agreed to; null: agreed to before prices could change. */
  readonly agreedCents: number | null;
  readonly agreedTokens: number | null;
}

export interface ReUpStore {
  find(account: AccountId): Promise<ReUp | undefined>;
  /** Writes one that was read with this version. @returns undefined where another node was first */
  save(reUp: ReUp, within?: Transaction): Promise<ReUp | undefined>;
  /**
   * Stores somebody's exact consent; they are on a page at this moment.
   * @returns false if the card is no longer on file
   */
  agree(
    account: AccountId,
    choice: AgreedReUps,
    agreed: { readonly terms: string; readonly now: number; readonly cents: number; readonly tokens: number },
    within: Transaction,
  ): Promise<boolean>;
  /** Ends it at once. */
  end(account: AccountId, isByUser: boolean, within: Transaction): Promise<void>;
  listEnabled(): Promise<AccountId[]>;
  /** Those with an open order, and those whose page was open since then. */
  listWaiting(since: number): Promise<AccountId[]>;
  /** These people have pages open now. */
  notePages(accounts: readonly AccountId[], now: number): Promise<void>;
  usesCard(account: AccountId, card: Uuid): Promise<boolean>;
}

interface Row {
  readonly account_id: AccountId;
  readonly version: number;
  readonly is_enabled: boolean;
  readonly internal_id: string;
  readonly below_tokens: number;
  readonly card_id: Uuid;
  readonly per_day: number;
  readonly cents_per_month: number;
  readonly consented_at: Date;
  readonly disabled_by_user: boolean;
  readonly failures: number;
  readonly order_id: Uuid | null;
  readonly seen_tokens: number | null;
  readonly page_at: Date | null;
  readonly capped_at: Date | null;
  readonly agreed_cents: number | null;
  readonly agreed_tokens: number | null;
}

const reUpOf = (row: Row): ReUp => ({
  accountId: row.account_id,
  version: row.version,
  isEnabled: row.is_enabled,
  internalId: row.internal_id,
  belowTokens: row.below_tokens,
  cardId: row.card_id,
  perDay: row.per_day,
  centsPerMonth: row.cents_per_month,
  consentedAt: row.consented_at,
  isDisabledByUser: row.disabled_by_user,
  failures: row.failures,
  orderId: row.order_id,
  seenTokens: row.seen_tokens,
  pageAt: row.page_at?.getTime() ?? null,
  cappedAt: row.capped_at?.getTime() ?? null,
  agreedCents: row.agreed_cents,
  agreedTokens: row.agreed_tokens,
});

const date = (time: number | null): Date | null => (time === null ? null : new Date(time));

export function makeReUpStore({ kysely }: Pick<Database, 'kysely'>): ReUpStore {
  return {
    async find(account) {
      const { rows } = await sql<Row>`select * from re_ups where account_id = ${account}`.execute(kysely);
      return rows[0] && reUpOf(rows[0]);
    },
    async save(reUp, within) {
      const { rows } = await sql<Row>`
        update re_ups set version = version + 1, is_enabled = ${reUp.isEnabled}, failures = ${reUp.failures},
          order_id = ${reUp.orderId}, seen_tokens = ${reUp.seenTokens}, capped_at = ${date(reUp.cappedAt)}
        where account_id = ${reUp.accountId} and version = ${reUp.version} returning *`.execute(
        within ?? kysely,
      );
      return rows[0] && reUpOf(rows[0]);
    },
    async agree(account, choice, { terms, now, cents, tokens }, within) {
      const at = new Date(now);
      const { numAffectedRows } = await sql`
        with card as (select id from ${onFile(account, choice.card_id as Uuid)} c),
        kept as (
          insert into re_up_consents (account_id, agreed_at, terms) select ${account}, ${at}, ${terms} from card)
        insert into re_ups as one (account_id, is_enabled, internal_id, below_tokens, card_id, per_day,
          cents_per_month, consented_at, page_at, agreed_cents, agreed_tokens)
        select ${account}, true, ${choice.internal_id}, ${choice.below}, card.id, ${choice.max_per_day},
          ${choice.max_cents_per_month}, ${at}, ${at}, ${cents}, ${tokens} from card
        on conflict (account_id) do update set version = one.version + 1, is_enabled = true,
          internal_id = excluded.internal_id, below_tokens = excluded.below_tokens, card_id = excluded.card_id,
          per_day = excluded.per_day, cents_per_month = excluded.cents_per_month,
          consented_at = excluded.consented_at, page_at = excluded.page_at, agreed_cents = excluded.agreed_cents,
          agreed_tokens = excluded.agreed_tokens, disabled_by_user = false,
          failures = 0, seen_tokens = null, capped_at = null`.execute(within);
      return numAffectedRows === 1n;
    },
    async end(account, isByUser, within) {
      await sql`
        update re_ups set version = version + 1, is_enabled = false, disabled_by_user = ${isByUser}
        where account_id = ${account} and (is_enabled or disabled_by_user <> ${isByUser})`.execute(within);
    },
    async listEnabled() {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from re_ups where is_enabled`.execute(kysely);
      return rows.map((row) => row.account_id);
    },
    async listWaiting(since) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from re_ups
        where order_id is not null or (is_enabled and page_at >= ${new Date(since)})`.execute(kysely);
      return rows.map((row) => row.account_id);
    },
    async notePages(accounts, now) {
      if (accounts.length === 0) return;
      // No new version: it decides nothing that a charge under way depends on.
      await sql`
        update re_ups set page_at = ${new Date(now)}
        where account_id = any(${accounts}) and is_enabled`.execute(kysely);
    },
    async usesCard(account, card) {
      const { rows } = await sql<{ is_used: boolean }>`
        select exists (select from re_ups where account_id = ${account} and card_id = ${card}
          and (is_enabled or order_id is not null)) as is_used`.execute(kysely);
      return rows[0]!.is_used;
    },
  };
}
