import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';

/** Extensions of privates, each named after the key of its call. */
export interface ExtensionStore {
  /**
   * Notes how far the hold is to reach with it: behind what is held, and behind others that are about to be. Only while
   * the show is locked. A repeat changes nothing. @returns it as it is now
   */
  note(
    transaction: Transaction,
    wish: { readonly id: Uuid; readonly showId: Uuid; readonly seconds: number },
    heldSeconds: number,
  ): Promise<{ readonly untilSeconds: number; readonly isDone: boolean }>;
  /** It cannot be paid. */
  drop(id: Uuid): Promise<void>;
  /** It is held, and counts as prepaid; a repeat adds nothing. @returns the prepaid seconds of the show in total */
  finish(id: Uuid): Promise<number>;
}

export function makeExtensionStore({ kysely }: Pick<Database, 'kysely'>): ExtensionStore {
  return {
    async note(transaction, { id, showId, seconds }, heldSeconds) {
      // One whose process died stands in nobody's way for long.
      await sql`
        insert into private_extensions (extension_id, show_id, seconds, until_seconds)
        select ${id}, ${showId}, ${seconds}::int, greatest(${heldSeconds}::int, max(until_seconds)) + ${seconds}::int
        from private_extensions
        where show_id = ${showId} and not is_done and asked_at > clock_timestamp() - interval '30 seconds'
        on conflict (extension_id) do nothing`.execute(transaction);
      const { rows } = await sql<{ untilSeconds: number; isDone: boolean }>`
        select until_seconds "untilSeconds", is_done "isDone" from private_extensions
        where extension_id = ${id}`.execute(transaction);
      return rows[0]!;
    },
    async drop(id) {
      await sql`delete from private_extensions where extension_id = ${id} and not is_done`.execute(kysely);
    },
    async finish(id) {
      await sql`
        with done as (
          update private_extensions set is_done = true
          where extension_id = ${id} and not is_done returning show_id, seconds)
        update privates p set prepaid_seconds = p.prepaid_seconds + done.seconds, version = p.version + 1
        from done where p.show_id = done.show_id`.execute(kysely);
      const { rows } = await sql<{ prepaid_seconds: number }>`
        select prepaid_seconds from privates join private_extensions using (show_id)
        where extension_id = ${id}`.execute(kysely);
      return rows[0]!.prepaid_seconds;
    },
  };
}
