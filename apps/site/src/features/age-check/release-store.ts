import type { AgeRelease } from '@klieg/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { AgeRules } from './rules/read-rules.ts';

/** Releases of the rules that this site has run by. */
export interface ReleaseStore {
  /**
   * Records that a release is in use.
   * @returns `older` if a higher one was used, `other` if this number had other content
   */
  use(rules: AgeRules, digest: string): Promise<'used' | 'older' | 'other'>;
  /** The newest first. */
  list(): Promise<readonly AgeRelease[]>;
}

export function makeReleaseStore({ kysely }: Pick<Database, 'kysely'>): ReleaseStore {
  return {
    use: ({ number, published, rules }, digest) =>
      kysely.transaction().execute(async (transaction) => {
        await sql`lock table age_rule_releases in share row exclusive mode`.execute(transaction);
        const { rows } = await sql<{ number: number; digest: string }>`
          select number, digest from age_rule_releases order by number desc limit 1`.execute(transaction);
        const last = rows[0];
        if (last && last.number > number) return 'older';
        if (last && last.number === number) return last.digest === digest ? 'used' : 'other';
        await sql`
          insert into age_rule_releases (number, published, digest, rules)
          values (${number}, ${published}, ${digest}, ${JSON.stringify(rules)}::jsonb)`.execute(transaction);
        return 'used';
      }),
    async list() {
      const { rows } = await sql<AgeRelease>`
        select number, published::text as published,
          to_char(used_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as used_since, rules
        from age_rule_releases order by number desc limit 50`.execute(kysely);
      return rows;
    },
  };
}
