import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** A log-in whose password was right and whose second step is open. */
export interface LoginChallenge {
  readonly id: Uuid;
  readonly accountId: AccountId;
  /** The password that was proven: another one since opens nothing. */
  readonly passwordHash: string;
  readonly remember: boolean;
}

export interface LoginChallengeStore {
  /** Opens a second step; answers until when it may be taken. */
  open(
    challenge: Omit<LoginChallenge, 'id'> & { readonly visitor: string },
    limits: { readonly seconds: number; readonly tries: number },
  ): Promise<{ readonly id: Uuid; readonly expiresAt: Date }>;
  /** Counts a try of the person who opened it; undefined if it is expired, used up, or somebody else's. */
  countTry(id: Uuid, visitor: string): Promise<LoginChallenge | undefined>;
  /** Uses it up: true for exactly one of several simultaneous tries. */
  take(id: Uuid): Promise<boolean>;
  prune(): Promise<void>;
}

export function makeLoginChallengeStore({ kysely }: Database): LoginChallengeStore {
  return {
    async open({ accountId, passwordHash, visitor, remember }, { seconds, tries }) {
      const id = uuidv7();
      const { rows } = await sql<{ expiresAt: Date }>`
        insert into login_challenges (id, account_id, password_hash, visitor, remember, tries_left, expires_at)
        values (${id}, ${accountId}, ${passwordHash}, ${visitor}, ${remember}, ${tries},
          now() + make_interval(secs => ${seconds}))
        returning expires_at as "expiresAt"`.execute(kysely);
      return { id, expiresAt: rows[0]!.expiresAt };
    },
    async countTry(id, visitor) {
      const { rows } = await sql<LoginChallenge>`
        update login_challenges set tries_left = tries_left - 1
        where id = ${id} and visitor = ${visitor} and tries_left > 0 and expires_at > now()
        returning id, account_id as "accountId", password_hash as "passwordHash", remember`.execute(kysely);
      return rows[0];
    },
    async take(id) {
      const { rows } = await sql`delete from login_challenges where id = ${id} returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async prune() {
      await sql`delete from login_challenges where expires_at < now()`.execute(kysely);
    },
  };
}
