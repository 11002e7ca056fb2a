import { type RefObject, useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

const VOLUME = 'player-volume';
const MUTED = 'player-muted';
const STEP_PERCENT = 10;

/** Sound of the picture, and the ways to change it; changes by hand are remembered in this browser. */
export interface Sound {
  readonly volumePercent: number;
  readonly isMuted: boolean;
  setVolume(percent: number): void;
  /** One step up or down. */
  turn(direction: 1 | -1): void;
  setMuted(isMuted: boolean): void;
}

const parseVolume = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
const parseMuted = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const clampPercent = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)));

/** The sound that was chosen by hand in this browser last. */
export function restoreSound(element: HTMLVideoElement): void {
  const stored = readLocal(VOLUME, parseVolume);
  if (stored !== undefined) element.volume = stored / 100;
  if (readLocal(MUTED, parseMuted) === true) element.muted = true;
}

function setMuted(element: HTMLVideoElement, isMuted: boolean): void {
  // Sound that is switched on at no volume would stay unheard.
  if (!isMuted && element.volume === 0) element.volume = STEP_PERCENT / 100;
  element.muted = isMuted;
  writeLocal(MUTED, isMuted);
}

function setVolume(element: HTMLVideoElement, percent: number): void {
  const volume = clampPercent(percent);
  element.volume = volume / 100;
  element.muted = volume === 0;
  writeLocal(VOLUME, volume);
  writeLocal(MUTED, volume === 0);
}

/** What the video element says about its sound; it may mute itself when sound must not start. */
export function useSound(video: RefObject<HTMLVideoElement | null>): Sound {
  const [facts, setFacts] = useState({ volumePercent: 70, isMuted: false });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    restoreSound(element);
    const read = () => setFacts({ volumePercent: Math.round(element.volume * 100), isMuted: element.muted });
    element.addEventListener('volumechange', read);
    read();
    return () => element.removeEventListener('volumechange', read);
  }, [video]);
  const change = (how: (element: HTMLVideoElement) => void) => {
    if (video.current) how(video.current);
  };
  return {
    ...facts,
    setVolume: (percent) => change((element) => setVolume(element, percent)),
    turn: (direction) =>
      change((element) =>
        setVolume(element, (element.muted ? 0 : element.volume * 100) + direction * STEP_PERCENT),
      ),
    setMuted: (isMuted) => change((element) => setMuted(element, isMuted)),
  };
}
