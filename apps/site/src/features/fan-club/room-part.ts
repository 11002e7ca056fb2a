import type { AccountId } from '@klieg/kernel';
import type { CardPart, RoomPart } from '../rooms/index.ts';
import type { FanRights } from './fan-rights.ts';
import type { LogoStore } from './logo/logo-store.ts';

/** The logo of the performer's fan club, and what the caller is in it. */
export const makeFanRoomPart = (
  rights: Pick<FanRights, 'levelOf'>,
  logos: Pick<LogoStore, 'shownOf'>,
): RoomPart<'viewer.fan_level' | 'user.fanclub_logo_url'> => ({
  empty: { 'viewer.fan_level': null, 'user.fanclub_logo_url': null },
  async read(asks) {
    const clubs = asks.flatMap(({ owner }) => (owner.settings.fanclub_enabled ? owner.id : []));
    const [shown, levels] = await Promise.all([
      clubs.length > 0 ? logos.shownOf(clubs) : new Map<AccountId, string>(),
      Promise.all(
        asks.map(({ owner, caller: { account } }) => (account ? rights.levelOf(account.id, owner.id) : null)),
      ),
    ]);
    return asks.map(({ owner }, at) => ({
      'viewer.fan_level': levels[at] ?? null,
      'user.fanclub_logo_url': shown.get(owner.id) ?? null,
    }));
  },
});

/** Whether a performer has a fan club, on cards. */
export const fanCardPart: CardPart<'fanclub'> = {
  empty: { fanclub: false },
  read: (models) => Promise.resolve(models.map(({ hasFanClub }) => ({ fanclub: hasFanClub }))),
};
