import type { OnboardingStep } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';

export type Standing = Account['complianceStatus'];
export type CaseKind = 'application' | 'identity';
export type VerifyReason = 'card' | 'daily_limit' | 'account';
export type Reasons = Readonly<Partial<Record<OnboardingStep, string>>>;

/** Somebody shows who they are, and staff decides whether that is enough. */
export interface IdentityCase {
  readonly id: Uuid;
  readonly kind: CaseKind;
  readonly accountId: AccountId;
  readonly state: 'open' | 'approved' | 'rejected';
  readonly attempt: number;
  readonly submittedAt: Date;
  readonly agreementVersion: string | null;
  readonly reason: VerifyReason | null;
  readonly firstBy: AccountId | null;
  readonly firstAt: Date | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  readonly reasons: Reasons;
}

export interface NewCase {
  readonly kind: CaseKind;
  readonly accountId: AccountId;
  readonly attempt: number;
  readonly at: Date;
  readonly agreement?: { readonly version: string; readonly hash: Buffer };
  readonly reason?: VerifyReason;
}

export interface CaseStore {
  /** Decisions about an account and changes of its documents wait for each other from here on. */
  lockStanding(within: Transaction, accountId: AccountId): Promise<Standing>;
  setStanding(within: Transaction, accountId: AccountId, standing: Standing): Promise<void>;
  open(within: Transaction, one: NewCase): Promise<void>;
  find(id: Uuid, within?: Transaction): Promise<IdentityCase | undefined>;
  findLast(accountId: AccountId, within?: Transaction): Promise<IdentityCase | undefined>;
  noteFirst(within: Transaction, id: Uuid, by: AccountId, at: Date): Promise<void>;
  decide(
    within: Transaction,
    id: Uuid,
    verdict: {
      readonly state: 'approved' | 'rejected';
      readonly by: AccountId;
      readonly at: Date;
      readonly note: string | null;
      readonly reasons: Reasons;
    },
  ): Promise<void>;
  /** The longest waiting first, after that id. */
  listOpen(kind: CaseKind, after: Uuid | undefined, limit: number): Promise<IdentityCase[]>;
}

const COLUMNS = sql`id, kind, account_id as "accountId", state, attempt, submitted_at as "submittedAt",
  agreement_version as "agreementVersion", reason, first_by as "firstBy", first_at as "firstAt",
  decided_at as "decidedAt", note, reasons`;

export function makeCaseStore({ kysely }: Pick<Database, 'kysely'>): CaseStore {
  return {
    async lockStanding(within, accountId) {
      const { rows } = await sql<{ standing: Standing }>`
        select compliance_status as standing from accounts where id = ${accountId} for update`.execute(
        within,
      );
      return rows[0]!.standing;
    },
    async setStanding(within, accountId, standing) {
      await sql`update accounts set compliance_status = ${standing} where id = ${accountId}`.execute(within);
    },
    async open(within, { kind, accountId, attempt, at, agreement, reason }) {
      await sql`insert into identity_cases
          (id, kind, account_id, attempt, submitted_at, agreement_version, agreement_hash, reason)
        values (${uuidv7()}, ${kind}, ${accountId}, ${attempt}, ${at}, ${agreement?.version ?? null},
          ${agreement?.hash ?? null}, ${reason ?? null})`.execute(within);
    },
    async find(id, within) {
      const { rows } = await sql<IdentityCase>`
        select ${COLUMNS} from identity_cases where id = ${id}`.execute(within ?? kysely);
      return rows[0];
    },
    async findLast(accountId, within) {
      const { rows } = await sql<IdentityCase>`select ${COLUMNS} from identity_cases
        where account_id = ${accountId} order by attempt desc limit 1`.execute(within ?? kysely);
      return rows[0];
    },
    async noteFirst(within, id, by, at) {
      await sql`update identity_cases set first_by = ${by}, first_at = ${at} where id = ${id}`.execute(
        within,
      );
    },
    async decide(within, id, { state, by, at, note, reasons }) {
      await sql`update identity_cases set state = ${state}, decided_by = ${by}, decided_at = ${at},
        note = ${note}, reasons = ${JSON.stringify(reasons)}::jsonb where id = ${id}`.execute(within);
    },
    async listOpen(kind, after, limit) {
      const { rows } = await sql<IdentityCase>`
        select ${COLUMNS} from identity_cases where kind = ${kind} and state = 'open'
          and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
