import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** The app of an account, as the check of a code needs it. */
export interface AppSecret {
  readonly sealed: Buffer;
}

/** What else than a password an account can show. */
export interface OwnFactors {
  readonly accountId: AccountId;
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly recoveryCodesLeft: number;
}

export interface SecondFactorStore {
  /** Runs what belongs together; other changes of the account's factors and password wait for it. */
  inTurnOf<T>(accountId: AccountId, run: (within: Transaction) => Promise<T>): Promise<T>;
  /** One for each account, in no order. */
  listFactors(accountIds: readonly AccountId[]): Promise<readonly OwnFactors[]>;
  findSecret(accountId: AccountId): Promise<AppSecret | undefined>;
  /**
   * Counts a code as wrong before checking it, so that simultaneous tries cannot exceed the limit. Undefined if too
   * many of the last day were wrong, or there is no app.
   */
  countTry(accountId: AccountId, wrongMax: number): Promise<AppSecret | undefined>;
  /** Uses up a period's code: true for exactly one caller, and never after a later one. */
  takeStep(accountId: AccountId, step: number): Promise<boolean>;
  /** Uses up a recovery code: true for exactly one caller. */
  takeRecoveryCode(accountId: AccountId, hash: Buffer): Promise<boolean>;
  /** A secret that waits to be proven; the one before it is forgotten. */
  putSetup(accountId: AccountId, sealed: Buffer, seconds: number): Promise<Uuid>;
  findSetup(accountId: AccountId, id: Uuid): Promise<Buffer | undefined>;
  /** Makes a proven secret that of the account: false where it has one, or the setup is gone. */
  enable(accountId: AccountId, setupId: Uuid, step: number, within: Transaction): Promise<boolean>;
  /** Removes the app and the recovery codes; false if there is no app. */
  disable(accountId: AccountId, within: Transaction): Promise<boolean>;
  /** The same for an app that was switched on after a moment. */
  disableSince(accountId: AccountId, since: Date, within: Transaction): Promise<void>;
  /** Only these codes are good from now on. */
  setRecoveryCodes(accountId: AccountId, hashes: readonly Buffer[], within: Transaction): Promise<void>;
  prune(): Promise<void>;
}

const ONE_DAY = sql`interval '1 day'`;

export function makeSecondFactorStore({ kysely }: Database): SecondFactorStore {
  return {
    inTurnOf: (accountId, run) =>
      kysely.transaction().execute(async (within) => {
        await sql`select 1 from accounts where id = ${accountId} for update`.execute(within);
        return run(within);
      }),
    async listFactors(accountIds) {
      const { rows } = await sql<OwnFactors>`
        select asked.id as "accountId",
          exists (select 1 from totp_secrets t where t.account_id = asked.id) as "hasApp",
          exists (select 1 from passkeys p where p.account_id = asked.id) as "hasPasskey",
          (select count(*)::int from recovery_codes c where c.account_id = asked.id and used_at is null)
            as "recoveryCodesLeft"
        from unnest(${[...accountIds]}::bigint[]) as asked (id)`.execute(kysely);
      return rows.map((row) => ({ ...row, accountId: Number(row.accountId) as AccountId }));
    },
    async findSecret(accountId) {
      const { rows } = await sql<AppSecret>`
        select secret as sealed from totp_secrets where account_id = ${accountId}`.execute(kysely);
      return rows[0];
    },
    async countTry(accountId, wrongMax) {
      const { rows } = await sql<AppSecret>`
        update totp_secrets set
          wrong_count = case when wrong_since > now() - ${ONE_DAY} then wrong_count + 1 else 1 end,
          wrong_since = case when wrong_since > now() - ${ONE_DAY} and wrong_count > 0
            then wrong_since else now() end
        where account_id = ${accountId} and (wrong_count < ${wrongMax} or wrong_since <= now() - ${ONE_DAY})
        returning secret as sealed`.execute(kysely);
      return rows[0];
    },
    async takeStep(accountId, step) {
      const { rows } = await sql`
        update totp_secrets set last_step = ${step}, wrong_count = 0
        where account_id = ${accountId} and last_step < ${step} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async takeRecoveryCode(accountId, hash) {
      // It was counted as wrong before the check; that one count is taken back.
      const { rows } = await sql`
        with taken as (
          update recovery_codes set used_at = now()
          where account_id = ${accountId} and code_hash = ${hash} and used_at is null returning account_id
        )
        update totp_secrets t set wrong_count = greatest(wrong_count - 1, 0)
        from taken where t.account_id = taken.account_id returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async putSetup(accountId, sealed, seconds) {
      const id = uuidv7();
      await sql`
        insert into totp_setups (account_id, id, secret, expires_at)
        values (${accountId}, ${id}, ${sealed}, now() + make_interval(secs => ${seconds}))
        on conflict (account_id) do update
          set id = excluded.id, secret = excluded.secret, expires_at = excluded.expires_at`.execute(kysely);
      return id;
    },
    async findSetup(accountId, id) {
      const { rows } = await sql<{ secret: Buffer }>`
        select secret from totp_setups
        where account_id = ${accountId} and id = ${id} and expires_at > now()`.execute(kysely);
      return rows[0]?.secret;
    },
    async enable(accountId, setupId, step, within) {
      const { rows } = await sql`
        with setup as (
          delete from totp_setups where account_id = ${accountId} and id = ${setupId} returning secret
        )
        insert into totp_secrets (account_id, secret, last_step)
        select ${accountId}, secret, ${step} from setup
        on conflict (account_id) do nothing returning 1`.execute(within);
      return rows.length > 0;
    },
    async disable(accountId, within) {
      const { rows } = await sql`
        with codes as (delete from recovery_codes where account_id = ${accountId}),
          open as (delete from login_challenges where account_id = ${accountId})
        delete from totp_secrets where account_id = ${accountId} returning 1`.execute(within);
      return rows.length > 0;
    },
    async disableSince(accountId, since, within) {
      await sql`
        with app as (
          delete from totp_secrets where account_id = ${accountId} and created_at > ${since} returning account_id
        ), setups as (delete from totp_setups where account_id = ${accountId})
        delete from recovery_codes where account_id in (select account_id from app)`.execute(within);
    },
    async setRecoveryCodes(accountId, hashes, within) {
      await sql`delete from recovery_codes where account_id = ${accountId}`.execute(within);
      await sql`
        insert into recovery_codes (account_id, code_hash)
        select ${accountId}, hash from unnest(${[...hashes]}::bytea[]) as new (hash)`.execute(within);
    },
    async prune() {
      await sql`delete from totp_setups where expires_at < now()`.execute(kysely);
    },
  };
}
