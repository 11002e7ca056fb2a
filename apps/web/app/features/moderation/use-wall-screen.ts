import { type RefObject, useEffect, useRef } from 'react';
import { useFullScreen } from '../playback/index.ts';

const KEY = 'f';
const TYPED_IN = 'input, textarea, select, [contenteditable]';

/** The wall over the whole screen, by a press and by the key F; Esc goes back. */
export function useWallScreen(): {
  readonly frame: RefObject<HTMLElement | null>;
  readonly isFull: boolean;
  /** Absent if the browser cannot show a part of a page in fullscreen. */
  readonly toggle: (() => void) | undefined;
} {
  const frame = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(frame);
  const isPossible = document.fullscreenEnabled === true;
  useEffect(() => {
    if (!isPossible) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
        return;
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return;
      toggle();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return { frame, isFull, toggle: isPossible ? toggle : undefined };
}
