import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ClockPair, correction, placeAt } from './common-clock.ts';

/** A file, and where it stands on the clock of all. */
export interface OnClock {
  readonly duration: number;
  readonly clock: readonly ClockPair[];
}

/** Shown several times a second, which is as often as files are brought to their places. */
const TICK_MS = 200;

/** Several videos that play in step by one clock, which no one of them is. */
export function useCommonClock(
  tracks: readonly OnClock[],
  videos: RefObject<(HTMLVideoElement | null)[]>,
  duration: number,
) {
  const [second, setSecond] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  /** The clock said so many seconds at that moment of the page. */
  const anchor = useRef({ second: 0, ms: 0 });

  const secondNow = (): number =>
    Math.min(duration, anchor.current.second + (performance.now() - anchor.current.ms) / 1000);

  const place = (at: number, mayPlay: boolean): void => {
    for (const [nth, { clock, duration: length }] of tracks.entries()) {
      const video = videos.current[nth];
      if (!video) continue;
      const wanted = placeAt(clock, at, length);
      const { jump, rate } = correction(video.currentTime, wanted ?? video.currentTime);
      if (wanted !== undefined && (jump || !mayPlay)) video.currentTime = wanted;
      video.playbackRate = rate;
      if (mayPlay && wanted !== undefined && video.paused) void video.play().catch(() => undefined);
      if ((!mayPlay || wanted === undefined) && !video.paused) video.pause();
    }
  };

  const tick = useRef(() => {});
  useEffect(() => {
    tick.current = () => {
      const now = secondNow();
      place(now, now < duration);
      setSecond(now);
      if (now >= duration) setIsPlaying(false);
    };
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => tick.current(), TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return {
    second,
    isPlaying,
    /** From where it stands, or from the beginning where it is over. */
    play() {
      const from = second >= duration ? 0 : second;
      anchor.current = { second: from, ms: performance.now() };
      setIsPlaying(true);
      place(from, true);
    },
    pause() {
      place(second, false);
      setIsPlaying(false);
    },
    seek(to: number) {
      anchor.current = { second: to, ms: performance.now() };
      setSecond(to);
      place(to, isPlaying);
    },
  };
}
