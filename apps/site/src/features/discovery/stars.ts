import type { AccountId } from '@klieg/kernel';
import { type Account, openRolesOf } from '../identity/index.ts';
import { type FlatRoom, type RoomHub, shownRolesOf } from '../rooms/index.ts';
import type { LikeStore } from './like-store.ts';

/** Performers whom fans have made stars by their likes, as rooms show it. Nobody loses it again. */
export function makeStars({
  likes,
  hub,
}: {
  readonly likes: Pick<LikeStore, 'isStar'>;
  readonly hub: Pick<RoomHub, 'addSnapshotPart' | 'submit'>;
}) {
  const known = new Set<AccountId>();
  const isStar = async (model: AccountId): Promise<boolean> => {
    if (!known.has(model) && (await likes.isStar(model))) known.add(model);
    return known.has(model);
  };
  hub.addSnapshotPart(async ({ room }) => ({ sodastar: { is_sodastar: await isStar(room.ownerId) } }));
  return {
    /** The flags of a room's performer. */
    async flagsOf({
      id,
      roles,
      settings,
    }: Pick<Account, 'id' | 'roles' | 'settings'>): Promise<FlatRoom['user.flagList']> {
      return [
        ...shownRolesOf(openRolesOf(roles, settings.dvr_minutes)),
        ...((await isStar(id)) ? (['sodastar'] as const) : []),
      ];
    },
    /** Tells every page of the room. */
    tell: (username: string) =>
      void hub.submit(username, {
        kind: 'state',
        name: 'v3.chat.sodastar',
        payload: { username, period: 'all', is_sodastar: true },
      }),
  };
}
