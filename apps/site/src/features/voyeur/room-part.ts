import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomPart, RoomSession } from '../rooms/index.ts';
import type { Houses } from './houses.ts';
import { presentShown } from './voyeur-news.ts';

/** A room's answer about its house. */
export const voyeurPart: RoomPart<'user.is_voyeur'> = {
  empty: { 'user.is_voyeur': false },
  read: (asks) => Promise.resolve(asks.map(({ owner }) => ({ 'user.is_voyeur': owner.isVoyeurCam }))),
};

/**
 * The camera that everybody sees, for a page that connects or has missed something; as the event would have told it.
 */
export function makeVoyeurSnapshot(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly houses: Pick<Houses, 'read'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}) {
  const readHouse = askByKey(async (ids: readonly AccountId[]) => {
    const owners = (await deps.accounts.listByIds(ids)).filter(({ isVoyeurCam }) => isVoyeurCam);
    const houses = await Promise.all(owners.map((owner) => deps.houses.read(owner)));
    return new Map(owners.map(({ id }, at) => [id, houses[at]!]));
  });
  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const house = await readHouse(room.ownerId);
    if (!house) return {};
    const turn = house.turns.find(({ state }) => state === 'running');
    const { account } = person.caller;
    return {
      voyeurcam: {
        ...presentShown(house.shown?.name ?? null, turn, deps.now()),
        ...(turn && turn.viewerId === account?.id && { username: account.username }),
      },
    };
  };
}
