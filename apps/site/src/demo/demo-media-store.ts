import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../platform/postgres/index.ts';

/** A file of a media of the demo, whose bytes are in their place already. */
export interface DemoFile {
  readonly fileId: Uuid;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

export interface DemoMedia {
  readonly reviewId: Uuid;
  readonly modelId: AccountId;
  readonly typeId: 1 | 2;
  readonly name: string;
  readonly description: string;
  readonly tokenPrice: number;
  readonly fanLevel: 'supporter' | 'insider' | 'legend' | null;
  readonly tags: readonly string[];
  readonly isFreeNoAuth: boolean;
  readonly at: Date;
  readonly files: readonly DemoFile[];
}

/** Media that the demo's performers have, as if staff had approved them. */
export const makeDemoMediaStore = ({ kysely }: Database) => ({
  async isThere(typeId: 1 | 2): Promise<boolean> {
    const { rows } = await sql`select 1 from media where type_id = ${typeId} limit 1`.execute(kysely);
    return rows.length > 0;
  },
  async idsOf(usernames: readonly string[]): Promise<ReadonlyMap<string, AccountId>> {
    const { rows } = await sql<{ id: AccountId; username: string }>`
      select id, username from accounts where username = any(${[...usernames]}::text[])`.execute(kysely);
    return new Map(rows.map(({ id, username }) => [username, id]));
  },
  add: (media: DemoMedia): Promise<void> =>
    kysely.transaction().execute(async (within) => {
      const { rows } = await sql<{ id: number }>`
        insert into media (review_id, model_id, type_id, name, description, token_price, fan_level, tags,
          is_free_no_auth, cover_safe, status, submitted_at, created_at)
        values (${media.reviewId}, ${media.modelId}, ${media.typeId}, ${media.name}, ${media.description},
          ${media.tokenPrice}, ${media.fanLevel}, ${[...media.tags]}::text[], ${media.isFreeNoAuth}, true, 'review',
          ${media.at}, ${media.at}) returning media_id as id`.execute(within);
      const { id } = rows[0]!;
      for (const [place, file] of media.files.entries())
        await sql`
          insert into media_items (file_id, model_id, media_id, place, type_id, state, file_name, size_bytes, width,
            height, duration_ms, is_muted, created_at)
          values (${file.fileId}, ${media.modelId}, ${id}, ${place + 1}, ${media.typeId}, 'ready', ${file.fileName},
            ${file.sizeBytes}, ${file.width}, ${file.height}, ${file.durationMs}, false, ${media.at})`.execute(
          within,
        );
      await sql`update media set status = 'live', live_at = ${media.at} where media_id = ${id}`.execute(
        within,
      );
    }),
});
