import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end at which a reader still counts as being there, in pixels. */
const NEAR_END = 48;

// The server does not lay out; there the effect would only warn.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

export interface FollowEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  /** False while the reader has scrolled up; then new lines do not move the text. */
  readonly isFollowing: boolean;
  readonly onScroll: () => void;
  readonly jumpToEnd: () => void;
}

/**
 * Scrolls the list before it to its end while the server's HTML is read, so that the newest lines are there from
 * the first paint: on a slow phone the page becomes interactive seconds later, and the list would jump.
 */
export const END_OF_LINES_SCRIPT =
  "(()=>{const e=document.currentScript.parentNode.querySelector('.messages');e.scrollTop=e.scrollHeight})()";

/**
 * Keeps the newest line in view until the reader scrolls up.
 * @param content names what is shown: new content is followed to its end
 */
export function useFollowEnd(content: string): FollowEnd {
  const box = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  /** The reader's distance from the end: lines added above must not move the text. */
  const fromEnd = useRef(0);
  const jumpToEnd = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    setFollowing(true);
  }, []);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    setFollowing(fromEnd.current - element.clientHeight < NEAR_END);
  }, []);
  useBeforePaint(() => {
    if (isFollowing) jumpToEnd();
  }, [content, isFollowing, jumpToEnd]);
  // Elements around the list, such as a sentence below it, change its visible height.
  useEffect(() => {
    const element = box.current;
    if (!element || !isFollowing || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(jumpToEnd);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isFollowing, jumpToEnd]);
  useBeforePaint(() => {
    const element = box.current;
    if (element && !isFollowing) element.scrollTop = element.scrollHeight - fromEnd.current;
  }, [isFollowing]);
  return { box, isFollowing, onScroll, jumpToEnd };
}
