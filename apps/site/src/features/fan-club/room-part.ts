import type { CardPart, RoomPart } from '../rooms/index.ts';
import type { FanRights } from './fan-rights.ts';

/** What the caller is in the performer's fan club. */
export const makeFanRoomPart = (rights: Pick<FanRights, 'levelOf'>): RoomPart<'viewer.fan_level'> => ({
  empty: { 'viewer.fan_level': null },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ owner, caller: { account } }) =>
        account ? { 'viewer.fan_level': await rights.levelOf(account.id, owner.id) } : {},
      ),
    ),
});

/** Whether a performer has a fan club, on cards. */
export const fanCardPart: CardPart<'fanclub'> = {
  empty: { fanclub: false },
  read: (models) => Promise.resolve(models.map(({ hasFanClub }) => ({ fanclub: hasFanClub }))),
};
