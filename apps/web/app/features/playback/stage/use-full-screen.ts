import { type RefObject, useEffect, useState } from 'react';

/** Whether a part of the page fills the screen, and the press that changes it. */
export function useFullScreen(frame: RefObject<HTMLElement | null>): {
  readonly isFull: boolean;
  readonly toggle: () => void;
} {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  // Read from the page on the press: the change event comes a moment later.
  const toggle = () => {
    const isNow = document.fullscreenElement !== null && document.fullscreenElement === frame.current;
    void (isNow ? document.exitFullscreen() : frame.current?.requestFullscreen?.())?.catch(() => undefined);
  };
  return { isFull, toggle };
}
