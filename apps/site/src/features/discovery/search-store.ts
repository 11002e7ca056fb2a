import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface SearchStore {
  /** Usernames whose name is like the term, best first. */
  findNames(term: string, limit: number): Promise<string[]>;
}

const MIN_LIKENESS = 0.25;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);

export function makeSearchStore({ kysely }: Database): SearchStore {
  return {
    async findNames(term, limit) {
      const lower = term.toLowerCase();
      const { rows } = await sql<{ username: string }>`
        select username from (
          select username, username || ' ' || lower(display_name) as name from accounts where type = 'model'
        ) models
        where name ilike ${`%${escapeLike(lower)}%`} or word_similarity(${lower}, name) > ${MIN_LIKENESS}
        order by (name ilike ${`%${escapeLike(lower)}%`}) desc, word_similarity(${lower}, name) desc, username
        limit ${limit}`.execute(kysely);
      return rows.map((row) => row.username);
    },
  };
}
