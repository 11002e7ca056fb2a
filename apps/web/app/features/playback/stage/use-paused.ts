import { type RefObject, useEffect, useState } from 'react';

/** Whether a video is paused. */
export function usePaused(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isPaused, setPaused] = useState(true);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const read = () => setPaused(element.paused);
    const events = ['play', 'pause', 'playing', 'emptied'] as const;
    for (const event of events) element.addEventListener(event, read);
    read();
    return () => {
      for (const event of events) element.removeEventListener(event, read);
    };
  }, [video]);
  return isPaused;
}
