import { type RefObject, useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

/** What the element says of itself. */
export interface VideoFacts {
  readonly isPaused: boolean;
  readonly isWaiting: boolean;
  readonly seconds: number;
  readonly duration: number | undefined;
  /** Percent. */
  readonly volume: number;
  readonly isMuted: boolean;
  readonly speed: number;
}

const FIRST: VideoFacts = {
  isPaused: true,
  isWaiting: false,
  seconds: 0,
  duration: undefined,
  volume: 100,
  isMuted: false,
  speed: 1,
};
const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'volumechange',
  'ratechange',
  'waiting',
  'playing',
  'canplay',
] as const;
/** HAVE_FUTURE_DATA */
const CAN_PLAY = 3;

const readFacts = (video: HTMLVideoElement): VideoFacts => ({
  isPaused: video.paused,
  isWaiting: !video.paused && video.readyState < CAN_PLAY,
  seconds: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : undefined,
  volume: Math.round(video.volume * 100),
  isMuted: video.muted,
  speed: video.playbackRate,
});

const VOLUME = 'media-volume';
const parseVolume = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;

/** As loud as the last one was left. */
function restoreVolume(video: HTMLVideoElement): void {
  const kept = readLocal(VOLUME, parseVolume);
  if (kept !== undefined) video.volume = kept / 100;
}

/** Follows a video, which begins as loud as the last one was left. */
export function useVideoFacts(video: RefObject<HTMLVideoElement | null>): VideoFacts {
  const [facts, setFacts] = useState(FIRST);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    restoreVolume(element);
    const read = () => setFacts(readFacts(element));
    for (const name of EVENTS) element.addEventListener(name, read);
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, read);
    };
  }, [video]);
  return facts;
}

export function setVolume(video: HTMLVideoElement, percent: number): void {
  const volume = Math.min(100, Math.max(0, Math.round(percent)));
  video.volume = volume / 100;
  video.muted = volume === 0;
  writeLocal(VOLUME, volume);
}
