import { Suspense } from 'react';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useClientValue } from '#app/shared/use-client-value.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { NeighbourKeys } from './neighbour-keys.tsx';
import { ShareButton } from './share-button.tsx';

const RoomSwipe = lazyPart(() => import('./room-swipe.tsx'));

/** Passes the room on, and leads to the rooms before and after it: by buttons, on a touch screen by a swipe. */
export function RoomWays({ room, now }: SlotProps) {
  const isTouch = useClientValue(() => matchMedia('(pointer: coarse)').matches, false);
  return (
    <>
      <ShareButton room={room} />
      <NeighbourKeys room={room} />
      {/* The payer of a show must not leave it by a slip of the finger. */}
      <Suspense>{isTouch && now.mode === 'public' && <RoomSwipe room={room} />}</Suspense>
    </>
  );
}
