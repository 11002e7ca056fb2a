import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

export interface SearchStore {
  /** Usernames of performers whose name holds the text or resembles it, the most alike first. */
  findAlike(text: string, limit: number): Promise<string[]>;
}

const MIN_LIKENESS = 0.3;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);
// What the index `accounts_name_search` is made of: it must be written just so.
const NAME = sql`(username || ' ' || lower(display_name))`;

export function makeSearchStore({ kysely }: Pick<Database, 'kysely'>): SearchStore {
  return {
    findAlike: (text, limit) =>
      kysely.transaction().execute(async (transaction) => {
        // The index is asked by the operator, whose bound is a setting.
        await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(MIN_LIKENESS)}, true)`.execute(
          transaction,
        );
        const { rows } = await sql<{ username: string }>`
          select username from accounts
          where type = 'model' and (${NAME} like ${`%${escapeLike(text)}%`} or ${text} <% ${NAME})
          order by ${NAME} like ${`%${escapeLike(text)}%`} desc, word_similarity(${text}, ${NAME}) desc, username
          limit ${limit}`.execute(transaction);
        return rows.map(({ username }) => username);
      }),
  };
}
