import { useClientValue } from '#app/shared/use-client-value.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { NeighbourKeys } from './neighbour-keys.tsx';
import { RoomSwipe } from './room-swipe.tsx';
import { ShareButton } from './share-button.tsx';

/** Passes the room on, and leads to the rooms before and after it: by buttons, on a touch screen by a swipe. */
export default function RoomWays({ room }: SlotProps) {
  const isTouch = useClientValue(() => matchMedia('(pointer: coarse)').matches, false);
  return (
    <>
      <ShareButton room={room} />
      <NeighbourKeys room={room} />
      {isTouch && <RoomSwipe room={room} />}
    </>
  );
}
