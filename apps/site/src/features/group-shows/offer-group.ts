import { AppError } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { FindBarred } from '../shows/index.ts';
import type { GroupNews } from './group-news.ts';
import type { GroupShow } from './group-rules.ts';
import type { GroupStore, GroupTerms } from './group-store.ts';

/** The performer offers a show (GS1). A repeat is the same offer. @throws shows.in_show, broadcast.not_live */
export type OfferGroup = (owner: Account, terms: Omit<GroupTerms, 'roomId'>) => Promise<GroupShow>;

export function makeOfferGroup(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly rooms: Pick<RoomStore, 'keep'>;
  readonly shows: Pick<GroupStore, 'find' | 'roomsWith' | 'offer'>;
  /** Rooms in which a show of another kind is announced or running. */
  readonly barred: FindBarred;
  readonly news: Pick<GroupNews, 'update'>;
}): OfferGroup {
  const { shows } = deps;
  return async (owner, terms) => {
    const offered = await deps.database.kysely.transaction().execute(async (transaction) => {
      // S18: announcing or requesting another show waits for the room's row.
      const { status } = await deps.rooms.keep(transaction, owner.id);
      const known = await shows.find(terms.id, transaction);
      if (known?.roomId === owner.id) return { show: known, isNew: false };
      if (status !== 'online' && status !== 'standby')
        throw new AppError(
          status === 'private' || status === 'limited' ? 'shows.in_show' : 'broadcast.not_live',
        );
      const [others, own] = [
        await deps.barred(transaction, [owner.id]),
        await shows.roomsWith(transaction, [owner.id]),
      ];
      // The id of somebody else's show is not an offer of this room.
      if (others.size + own.size > 0 || known) throw new AppError('shows.in_show');
      return { show: await shows.offer(transaction, { ...terms, roomId: owner.id }), isNew: true };
    });
    if (offered.isNew) deps.news.update(owner, offered.show, 0);
    return offered.show;
  };
}
