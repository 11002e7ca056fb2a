import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';
import { JoinClubLink } from './join-club-link.tsx';

function RoomClub({ room }: SlotProps) {
  const prices = room.userSetting.fanclub_prices;
  return prices && <JoinClubLink username={room.user.username} price={prices.supporter} />;
}

/** The way from a room to the performer's fan club. */
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
