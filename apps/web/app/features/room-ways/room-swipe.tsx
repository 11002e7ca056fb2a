import { useEffect, useRef } from 'react';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useNeighbours } from './use-neighbours.ts';

/** A finger that moved this far sideways, and less than half of it up or down, means the next room. */
const SWIPE_PX = 72;
const HEIGHT_PART = 0.5;
/** Where a drag has a meaning of its own. */
const OWN_DRAG = 'input, [role=slider], [role=menu]';

/** On a touch screen a swipe over the picture leads to the room after, or to the one before. Draws nothing. */
export default function RoomSwipe({ room }: Pick<SlotProps, 'room'>): null {
  const { go, warm } = useNeighbours(room.user);
  const act = useRef({ go, warm });
  useEffect(() => {
    act.current = { go, warm };
  });
  useEffect(() => {
    const player = document.querySelector<HTMLElement>('.room .player');
    if (!player) return undefined;
    let from: { readonly x: number; readonly y: number } | undefined;
    const onStart = ({ touches, target }: TouchEvent): void => {
      const [touch] = touches;
      const isOwn = target instanceof Element && target.closest(OWN_DRAG) !== null;
      // Two fingers enlarge.
      from = touch && touches.length === 1 && !isOwn ? { x: touch.clientX, y: touch.clientY } : undefined;
      if (from) act.current.warm();
    };
    const onEnd = ({ changedTouches: [touch] }: TouchEvent): void => {
      if (!from || !touch) return;
      const [along, down] = [touch.clientX - from.x, touch.clientY - from.y];
      from = undefined;
      if (Math.abs(along) < SWIPE_PX || Math.abs(down) > Math.abs(along) * HEIGHT_PART) return;
      act.current.go(along < 0 ? 'next' : 'previous');
    };
    const onCancel = (): void => {
      from = undefined;
    };
    player.addEventListener('touchstart', onStart, { passive: true });
    player.addEventListener('touchend', onEnd, { passive: true });
    player.addEventListener('touchcancel', onCancel, { passive: true });
    return () => {
      player.removeEventListener('touchstart', onStart);
      player.removeEventListener('touchend', onEnd);
      player.removeEventListener('touchcancel', onCancel);
    };
  }, [room.user.username]);
  return null;
}
