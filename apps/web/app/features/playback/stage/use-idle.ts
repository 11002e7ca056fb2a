import { type RefObject, useEffect, useState } from 'react';

/** Controls go away after this long without a movement over the picture. */
export const IDLE_MS = 3_000;

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether nothing has moved over an element for a while. */
export function useIdle(frame: RefObject<HTMLElement | null>): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => setIdle(true);
    const wake = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_MS);
      setIdle(false);
    };
    for (const event of EVENTS) element.addEventListener(event, wake);
    element.addEventListener('pointerleave', wake);
    wake();
    return () => {
      clearTimeout(timer);
      for (const event of EVENTS) element.removeEventListener(event, wake);
      element.removeEventListener('pointerleave', wake);
    };
  }, [frame]);
  return isIdle;
}
