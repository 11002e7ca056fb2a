import { randomUUID } from 'node:crypto';
import type { AgeMethod } from '@klieg/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Somebody who has shown a proof, as far as it is stored. */
interface Shown {
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  /** The last day of the issuer's key, `2026-11-29`. */
  readonly keyEndsOn: string;
  readonly subject: string;
  readonly method: AgeMethod;
  readonly jurisdiction: string;
  /** Unix milliseconds of the beginning of the day. */
  readonly day: number;
  readonly endsAt: number;
}

export interface AgeProofStore {
  /** Uses a token up, and with it has its visit pass. @returns whether nobody had used it before */
  spend(shown: Shown): Promise<boolean>;
  /** Forgets tokens whose keys are over. @param today `2026-11-29` */
  prune(today: string): Promise<void>;
}

export const makeAgeProofStore = ({ kysely }: Pick<Database, 'kysely'>): AgeProofStore => ({
  spend: (shown) =>
    kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql`
        insert into age_proof_tokens (digest, ends_on) values (${shown.digest}, ${shown.keyEndsOn}::date)
        on conflict do nothing returning 1`.execute(transaction);
      if (rows.length === 0) return false;
      const day = new Date(shown.day);
      // Nothing in the row reveals the time, about which the issuer could be asked: its id is of the kind without one.
      await sql`
        insert into age_checks (id, subject, method, jurisdiction, state, begun_at, decided_at, ends_at)
        values (${randomUUID()}::uuid, ${shown.subject}, ${shown.method}, ${shown.jurisdiction}, 'passed',
          ${day}, ${day}, ${new Date(shown.endsAt)})`.execute(transaction);
      return true;
    }),
  async prune(today) {
    await sql`delete from age_proof_tokens where ends_on < ${today}::date`.execute(kysely);
  },
});
