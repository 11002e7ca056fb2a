import { type RefObject, useEffect, useRef, useState } from 'react';
import { expectedMs, LEAD_MAX_MS, syncStep, type VideoSight } from './watch-clock.ts';
import type { WatchPart, WatchTold } from './watch-state.ts';

/** How often a page looks whether it is where both are. */
const LOOK_MS = 250;

const sightOf = (video: HTMLVideoElement, durationMs: number): VideoSight => ({
  positionMs: video.currentTime * 1_000,
  durationMs: Number.isFinite(video.duration) ? video.duration * 1_000 : durationMs,
  isPaused: video.paused,
  isSeeking: video.seeking,
  readyState: video.readyState,
});

/** A browser that lets nothing sound before a press plays it silently. */
async function play(video: HTMLVideoElement, onSilenced: () => void): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return;
    video.muted = true;
    onSilenced();
    await video.play().catch(() => undefined);
  }
}

/**
 * Keeps a video in sync: plays and pauses it with the other side, and jumps if it is off by more than 500 ms.
 * @param durationMs as the server has it, until the file is loaded
 * @returns the target position in milliseconds, updated while it plays
 */
export function useWatchSync(
  ref: RefObject<HTMLVideoElement | null>,
  { told, delayMs }: { readonly told: WatchTold } & Pick<WatchPart, 'delayMs'>,
  { durationMs, onSilenced }: { readonly durationMs: number; readonly onSilenced: () => void },
): number {
  const [positionMs, setPosition] = useState(0);
  const lead = useRef(0);
  useEffect(() => {
    const jump = (video: HTMLVideoElement, toMs: number) => {
      const from = performance.now();
      const onSeeked = () => (lead.current = Math.min(LEAD_MAX_MS, performance.now() - from));
      video.addEventListener('seeked', onSeeked, { once: true });
      video.currentTime = toMs / 1_000;
    };
    const look = () => {
      const expected = expectedMs(told, delayMs, performance.now());
      setPosition(Math.min(expected, durationMs));
      const video = ref.current;
      if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
      const step = syncStep(told, expected, sightOf(video, durationMs), lead.current);
      if (step.press === 'pause') video.pause();
      if (step.seekMs !== undefined) jump(video, step.seekMs);
      if (step.press === 'play') void play(video, onSilenced);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [ref, told, delayMs, durationMs, onSilenced]);
  return positionMs;
}
