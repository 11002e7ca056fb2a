import { type PointerEvent, useRef } from 'react';

/** A finger that moved this far sideways, in pixels, and less than half of it up or down, has swiped. */
const SWIPE_PX = 40;

/** Which way a finger has gone: on to the next (1), back (-1), or nowhere in particular (0). */
export function swipeOf(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dy) * 2 > Math.abs(dx)) return 0;
  return dx < 0 ? 1 : -1;
}

/** Handlers for finger swipes; with a mouse there are buttons. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ readonly id: number; readonly x: number; readonly y: number }>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current =
        event.pointerType === 'touch' && event.isPrimary
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = undefined;
      if (!from || from.id !== event.pointerId) return;
      const by = swipeOf(event.clientX - from.x, event.clientY - from.y);
      if (by !== 0) onSwipe(by);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
