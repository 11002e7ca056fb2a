import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface Note {
  readonly notes: string;
  readonly updatedAt: Date;
}

/** What people note about each other; only the author reads it. */
export interface NoteStore {
  find(author: AccountId, subject: AccountId): Promise<Note | undefined>;
  /** Replaces the note; an empty text deletes it. */
  save(author: AccountId, subject: AccountId, notes: string): Promise<Note | undefined>;
}

export function makeNoteStore({ kysely }: Database): NoteStore {
  return {
    async find(author, subject) {
      const { rows } = await sql<{ notes: string; updated_at: Date }>`
        select notes, updated_at from account_notes
        where author_id = ${author} and subject_id = ${subject}`.execute(kysely);
      return rows[0] && { notes: rows[0].notes, updatedAt: rows[0].updated_at };
    },
    async save(author, subject, notes) {
      if (notes === '') {
        await sql`delete from account_notes where author_id = ${author} and subject_id = ${subject}`.execute(
          kysely,
        );
        return undefined;
      }
      const { rows } = await sql<{ updated_at: Date }>`
        insert into account_notes (author_id, subject_id, notes) values (${author}, ${subject}, ${notes})
        on conflict (author_id, subject_id) do update set notes = excluded.notes, updated_at = now()
        returning updated_at`.execute(kysely);
      return { notes, updatedAt: rows[0]!.updated_at };
    },
  };
}
