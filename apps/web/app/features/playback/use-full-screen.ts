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
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen?.())?.catch(() => undefined);
  return { isFull, toggle };
}
