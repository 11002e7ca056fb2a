import { PLAYLIST_MEDIA_MAX, PLAYLISTS_MAX } from '@klieg/contract/features/media-library/limits';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A list of media that somebody has made. */
export interface KeptPlaylist {
  readonly id: number;
  readonly accountId: AccountId;
  readonly name: string;
  readonly createdAt: Date;
  /** In order, without removed ones. */
  readonly mediaIds: readonly number[];
}

interface Row extends Omit<KeptPlaylist, 'mediaIds'> {
  readonly mediaIds: readonly (number | string)[];
}

const COLUMNS = sql`p.playlist_id as id, p.account_id as "accountId", p.name, p.created_at as "createdAt",
  array(select e.media_id from media_playlist_entries e join media m on m.media_id = e.media_id
    where e.playlist_id = p.playlist_id and m.status <> 'removed' order by e.place, e.media_id) as "mediaIds"`;
const playlistOf = (row: Row): KeptPlaylist => ({ ...row, mediaIds: row.mediaIds.map(Number) });

export type PlaylistStore = ReturnType<typeof makePlaylistStore>;

export function makePlaylistStore({ kysely }: Pick<Database, 'kysely'>) {
  const find = async (id: number, within?: Transaction): Promise<KeptPlaylist | undefined> => {
    const { rows } = await sql<Row>`
      select ${COLUMNS} from media_playlists p where p.playlist_id = ${id}`.execute(within ?? kysely);
    return rows[0] && playlistOf(rows[0]);
  };
  return {
    find,
    /** The oldest first. */
    async listOf(accountId: AccountId): Promise<KeptPlaylist[]> {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from media_playlists p where p.account_id = ${accountId} order by p.playlist_id`.execute(
        kysely,
      );
      return rows.map(playlistOf);
    },
    async listWith(accountId: AccountId, mediaId: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select p.playlist_id as id from media_playlists p join media_playlist_entries e using (playlist_id)
        where p.account_id = ${accountId} and e.media_id = ${mediaId} order by p.playlist_id`.execute(kysely);
      return rows.map(({ id }) => id);
    },
    /** Undefined where there are as many already as there may be. */
    add: (accountId: AccountId, name: string, at: Date): Promise<KeptPlaylist | undefined> =>
      kysely.transaction().execute(async (within) => {
        await sql`select 1 from accounts where id = ${accountId} for update`.execute(within);
        const { rows } = await sql<{ id: number }>`
          insert into media_playlists (account_id, name, created_at)
          select ${accountId}::bigint, ${name}, ${at}::timestamptz
          where (select count(*) from media_playlists where account_id = ${accountId}) < ${PLAYLISTS_MAX}
          returning playlist_id as id`.execute(within);
        return rows[0] && find(rows[0].id, within);
      }),
    async lock(within: Transaction, id: number): Promise<KeptPlaylist | undefined> {
      await sql`select 1 from media_playlists where playlist_id = ${id} for update`.execute(within);
      return find(id, within);
    },
    async rename(within: Transaction, id: number, name: string): Promise<void> {
      await sql`update media_playlists set name = ${name} where playlist_id = ${id}`.execute(within);
    },
    /** These and no others, in this order; past the most that a list may have they are left out. */
    async fill(within: Transaction, id: number, mediaIds: readonly number[]): Promise<void> {
      await sql`delete from media_playlist_entries where playlist_id = ${id}`.execute(within);
      await sql`insert into media_playlist_entries (playlist_id, media_id, place)
        select ${id}::bigint, w.media_id, w.place
        from unnest(${mediaIds.slice(0, PLAYLIST_MEDIA_MAX)}::bigint[]) with ordinality as w (media_id, place)`.execute(
        within,
      );
    },
    /** @returns false where it is not theirs */
    async remove(id: number, accountId: AccountId): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from media_playlists where playlist_id = ${id} and account_id = ${accountId}`.execute(kysely);
      return numAffectedRows === 1n;
    },
  };
}
