import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

/** Link from a room to the performer's fan club, with its price; where the row is narrow it is only in the bio. */
function RoomClub({ room }: SlotProps) {
  return (
    <span className="hidden min-[1360px]:inline-flex">
      <Link className={buttonClass({})} to={`/${room.user.username}/fanclub`} prefetch="intent">
        <Trans>Fan club</Trans>
      </Link>
    </span>
  );
}

export const fanClubModule = defineRoomModule({
  key: 'fanClub',
  ...noPart,
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
