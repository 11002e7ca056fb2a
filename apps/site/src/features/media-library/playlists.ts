import type { Playlist } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { KeptPlaylist, PlaylistStore } from './playlist-store.ts';
import type { PresentMedia } from './present-media.ts';
import type { ReadMedia } from './read-media.ts';

export interface PlaylistChange {
  readonly name?: string | undefined;
  readonly add?: readonly number[] | undefined;
  readonly remove?: readonly number[] | undefined;
  readonly order?: readonly number[] | undefined;
}

/** The contents of a list after a change: added ones come last, those that `order` does not name stay at the end. */
export function changedEntries(
  before: readonly number[],
  { add = [], remove = [], order }: Pick<PlaylistChange, 'add' | 'remove' | 'order'>,
): readonly number[] {
  const gone = new Set(remove);
  const all = [...new Set([...before, ...add])].filter((id) => !gone.has(id));
  if (!order) return all;
  const there = new Set(all);
  return [...new Set([...order.filter((id) => there.has(id)), ...all])];
}

/** Lists that people make of media which they may see or buy. */
export function makePlaylists(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly playlists: PlaylistStore;
  readonly read: Pick<ReadMedia, 'viewByIds'>;
  readonly present: Pick<PresentMedia, 'cards'>;
  readonly refuseText: (text: string) => boolean;
  readonly now: () => number;
}) {
  const { playlists } = deps;

  /** As the caller sees them: media that they are not shown are left out. */
  const presentAll = async (kept: readonly KeptPlaylist[], caller: SiteCaller): Promise<Playlist[]> => {
    const views = await deps.read.viewByIds([...new Set(kept.flatMap(({ mediaIds }) => mediaIds))], caller);
    const cards = new Map((await deps.present.cards(views, caller)).map((card) => [card.id, card]));
    return kept.map(({ id, name, createdAt, mediaIds }) => {
      const shown = mediaIds.filter((mediaId) => cards.has(mediaId));
      return {
        id,
        name,
        count: shown.length,
        cover_url: (shown.length > 0 && cards.get(shown[0]!)!.thumbnail_url) || null,
        created_at: toInstant(createdAt),
        media_ids: shown,
      };
    });
  };
  /** Everybody reads what performers call their lists. */
  const checkName = (name: string, { account }: SiteCaller): void => {
    if (account!.type === 'model' && deps.refuseText(name)) throw new AppError('compliance.text_refused');
  };
  const presentOne = async (kept: KeptPlaylist, caller: SiteCaller) => (await presentAll([kept], caller))[0]!;

  return {
    ofCaller: async (caller: SiteCaller): Promise<Playlist[]> =>
      caller.account ? presentAll(await playlists.listOf(caller.account.id), caller) : [],
    /** Only those of a performer's own media; empty ones are left out. */
    async ofModel(owner: Account, caller: SiteCaller): Promise<Playlist[]> {
      const kept = await playlists.listOf(owner.id);
      const views = await deps.read.viewByIds([...new Set(kept.flatMap(({ mediaIds }) => mediaIds))], caller);
      const hers = new Set(views.flatMap(({ media }) => (media.modelId === owner.id ? media.id : [])));
      const own = kept.map((one) => ({ ...one, mediaIds: one.mediaIds.filter((id) => hers.has(id)) }));
      return presentAll(
        own.filter(({ mediaIds }) => mediaIds.length > 0),
        caller,
      );
    },
    /** @throws media_library.playlist_limit, compliance.text_refused */
    async add(name: string, caller: SiteCaller): Promise<Playlist> {
      checkName(name, caller);
      const kept = await playlists.add(caller.account!.id, name, new Date(deps.now()));
      if (!kept) throw new AppError('media_library.playlist_limit');
      return presentOne(kept, caller);
    },
    /**
     * @throws media_library.not_found for a list that is not theirs, and for media that they are not shown,
     * compliance.text_refused
     */
    async change(id: number, change: PlaylistChange, caller: SiteCaller): Promise<Playlist> {
      if (change.name !== undefined) checkName(change.name, caller);
      const wanted = change.add ?? [];
      const views = await deps.read.viewByIds(wanted, caller);
      const kept = await deps.database.kysely.transaction().execute(async (within) => {
        const before = await playlists.lock(within, id);
        if (before?.accountId !== caller.account!.id || views.length < wanted.length)
          throw new AppError('media_library.not_found');
        if (change.name !== undefined) await playlists.rename(within, id, change.name);
        await playlists.fill(within, id, changedEntries(before.mediaIds, change));
        return (await playlists.lock(within, id))!;
      });
      return presentOne(kept, caller);
    },
    /** @throws media_library.not_found */
    async remove(id: number, { account }: SiteCaller): Promise<void> {
      if (!(await playlists.remove(id, account!.id))) throw new AppError('media_library.not_found');
    },
  };
}
