import { Avatar, buttonClass, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';

/** What a room shows of the performer's fan club. */
interface ClubPart {
  readonly logoUrl: string | null;
}

/**
 * Link from a room to the performer's fan club, with its logo; where the row is narrow it is only in the bio. The logo
 * has its place also where there is none, so that one that comes moves nothing; narrower rows have no place for it.
 */
function RoomClub({ room, part }: SlotProps<ClubPart>) {
  const { username, displayName } = room.user;
  return (
    <span className="hidden min-[1360px]:inline-flex">
      <Link className={buttonClass({})} to={`/${username}/fanclub`} prefetch="intent">
        <span className="hidden size-6 place-items-center min-[1440px]:grid">
          {part.logoUrl === null ? (
            <Icon name="star" />
          ) : (
            <Avatar src={part.logoUrl} name={displayName} size={24} />
          )}
        </span>
        <Trans>Fan club</Trans>
      </Link>
    </span>
  );
}

export const fanClubModule = defineRoomModule({
  key: 'fanClub',
  reads: ['v3.fans.logo'],
  start: (room): ClubPart => ({ logoUrl: room.user.fanclub_logo_url ?? null }),
  reduce: (_part, { payload }): ClubPart => ({ logoUrl: payload.logo_url ?? null }),
  slots: {
    'bar.action': [
      {
        order: 45,
        draw: RoomClub,
        when: ({ room, tools }) => tools.place === 'room' && room.userSetting.fanclub_prices !== null,
      },
    ],
  },
});
