import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** Whose free look into whose show. */
export interface SpyPreviewKey {
  readonly viewerId: AccountId;
  readonly modelId: AccountId;
  readonly showId: Uuid;
}

/** A free look that was begun, as media tokens name it. */
export interface BegunPreview {
  readonly grantId: Uuid;
  readonly seconds: number;
}

/** Free looks into shows that were begun (rule S401). */
export interface SpyPreviewStore {
  /** Whether the viewer has begun a look into one of this model's shows within 24 h. */
  wasUsedToday(viewerId: AccountId, modelId: AccountId): Promise<boolean>;
  /**
   * Begins one. Of many at once exactly one gets true; false if the viewer has looked into this show before, or into
   * any of the model's within 24 h.
   */
  claim(key: SpyPreviewKey, preview: BegunPreview): Promise<boolean>;
  /** The one that was begun within the last seconds and is not over. */
  findRunning(key: SpyPreviewKey, withinSeconds: number): Promise<BegunPreview | undefined>;
  /** All of it was delivered; a repeat changes nothing. */
  markOver(grantId: Uuid): Promise<void>;
}

export function makeSpyPreviewStore({ kysely }: Database): SpyPreviewStore {
  return {
    async wasUsedToday(viewerId, modelId) {
      const { rows } = await sql`
        select 1 from spy_previews
        where viewer_id = ${viewerId} and model_id = ${modelId} and used_at > now() - interval '24 hours'
        limit 1`.execute(kysely);
      return rows.length > 0;
    },
    claim: ({ viewerId, modelId, showId }, { grantId, seconds }) =>
      kysely.transaction().execute(async (transaction) => {
        // Two shows at once would not see each other's row; the key alone would let both in.
        const pair = `spy_preview ${viewerId} ${modelId}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(transaction);
        const { rows } = await sql`
          insert into spy_previews (viewer_id, model_id, show_id, grant_id, seconds)
          select ${viewerId}, ${modelId}, ${showId}, ${grantId}, ${seconds}
          where not exists (
            select 1 from spy_previews
            where viewer_id = ${viewerId} and model_id = ${modelId} and used_at > now() - interval '24 hours')
          on conflict (viewer_id, model_id, show_id) do nothing
          returning 1`.execute(transaction);
        return rows.length > 0;
      }),
    async findRunning({ viewerId, modelId, showId }, withinSeconds) {
      const { rows } = await sql<{ grant_id: Uuid; seconds: number }>`
        select grant_id, seconds from spy_previews
        where viewer_id = ${viewerId} and model_id = ${modelId} and show_id = ${showId}
          and over_at is null and used_at > now() - make_interval(secs => ${withinSeconds})`.execute(kysely);
      const [row] = rows;
      return row && { grantId: row.grant_id, seconds: row.seconds };
    },
    async markOver(grantId) {
      await sql`
        update spy_previews set over_at = now()
        where grant_id = ${grantId} and over_at is null`.execute(kysely);
    },
  };
}
