import { useEffect, useRef, useState } from 'react';
import { type ClockPair, correction, placeAt } from './common-clock.ts';

/** A file, and its position on the common clock. */
export interface OnClock {
  readonly duration: number;
  readonly clock: readonly ClockPair[];
}

/** Update interval, which is also how often files are synchronised. */
const TICK_MS = 200;

/** Moves a video to its file's position at a second of the clock; it is paused while the file has no picture. */
function bringTo(
  video: HTMLVideoElement,
  { clock, duration }: OnClock,
  second: number,
  mayPlay: boolean,
): void {
  const wanted = placeAt(clock, second, duration);
  if (wanted === undefined) return video.pause();
  const { jump, rate } = correction(video.currentTime, wanted);
  if (jump || !mayPlay) video.currentTime = wanted;
  video.playbackRate = rate;
  if (!mayPlay) video.pause();
  else if (video.paused) void video.play().catch(() => undefined);
}

/** Several videos in step on one clock, which none of them controls. */
export function useCommonClock(tracks: readonly OnClock[], duration: number) {
  const videos = useRef<(HTMLVideoElement | null)[]>([]);
  const [second, setSecond] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  /** The clock's seconds at a moment of the page. */
  const anchor = useRef({ second: 0, ms: 0 });

  const secondNow = (): number =>
    Math.min(duration, anchor.current.second + (performance.now() - anchor.current.ms) / 1000);

  const place = (at: number, mayPlay: boolean): void => {
    for (const [nth, track] of tracks.entries()) {
      const video = videos.current[nth];
      if (video) bringTo(video, track, at, mayPlay);
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
    keepVideo(nth: number, video: HTMLVideoElement | null) {
      videos.current[nth] = video;
    },
    second,
    isPlaying,
    /** From the current position, or from the start if it is over. */
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
