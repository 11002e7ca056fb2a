import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { ChatStatus } from '@klieg/contract';
import type { Database } from '#site/platform/postgres/index.ts';
import { type ClipRefusal, decideClip } from './clip-rules.ts';

/** A clip that may be cut now, of the stream with this name. */
export interface BegunClip {
  readonly id: Uuid;
  readonly broadcastId: Uuid;
  readonly streamName: string;
}

export interface ClipStore {
  /** Records a clip of the current broadcast, or says why not; a show cannot begin meanwhile. */
  begin(accountId: AccountId, seconds: number): Promise<BegunClip | { readonly refusal: ClipRefusal }>;
  /** Clips without a file after this time have failed. @returns how many */
  failLost(afterMs: number): Promise<number>;
}

interface RoomOnAir {
  readonly status: ChatStatus;
  readonly broadcast_id: Uuid | null;
  readonly stream_name: string | null;
}

export function makeClipStore({ kysely }: Pick<Database, 'kysely'>): ClipStore {
  return {
    begin: (accountId, seconds) =>
      kysely.transaction().execute(async (transaction) => {
        // Changes of the room wait, and so does another press of the button.
        const { rows } = await sql<RoomOnAir>`
          select status, broadcast_id, stream_name from rooms where account_id = ${accountId} for update`.execute(
          transaction,
        );
        const { rows: newest } = await sql<{ age_ms: number }>`
          select extract(epoch from now() - started_at) * 1000 - clip_seconds * 1000 as age_ms from recordings
          where account_id = ${accountId} and clip_seconds is not null order by id desc limit 1`.execute(
          transaction,
        );
        const room = rows[0];
        const age = newest[0]?.age_ms;
        const refusal = decideClip(room?.status ?? 'offline', age === undefined ? Infinity : Number(age));
        if (refusal) return { refusal };
        const { broadcast_id: broadcastId, stream_name: streamName } = room!;
        if (!broadcastId || !streamName) return { refusal: 'broadcast.not_live' };
        const id = uuidv7();
        await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, started_at, clip_seconds)
          values (${id}, ${id}, ${accountId}, ${broadcastId}, 'public', 'processing',
            now() - ${seconds} * interval '1 second', ${seconds})`.execute(transaction);
        return { id, broadcastId, streamName };
      }),
    async failLost(afterMs) {
      const { numAffectedRows } = await sql`update recordings set state = 'failed', failure = 'lost'
        where state = 'processing' and clip_seconds is not null and video_blob is null
          and started_at < now() - ${afterMs} * interval '1 millisecond'
            - clip_seconds * interval '1 second'`.execute(kysely);
      return Number(numAffectedRows ?? 0);
    },
  };
}
