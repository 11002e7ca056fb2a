import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { whenCsrf } from '#app/shared/api/csrf.ts';
import type { Player } from '../player/player.ts';
import { AUDIO, pictureOf } from '../player/player-state.ts';
import { afterAnswer, nextStall, noStall, type Stall, type StallSample } from './stall-rules.ts';

export interface StuckSurveyUse {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly player: Player | undefined;
  readonly username: string;
  /** The room shows a picture. */
  readonly isWatched: boolean;
  /** The site asks viewers; long stalls are reported anyway. */
  readonly isAsked: boolean;
}

export interface StuckSurvey {
  readonly isAsking: boolean;
  readonly answer: (answer: 'yes' | 'no') => void;
}

const LOOK_MS = 1_000;

function look(video: HTMLVideoElement, { view, sample }: Player): StallSample {
  const { state } = view;
  // An element emptied for a reconnect counts as paused, though nobody paused it.
  const isConnecting = state.kind === 'loading' || state.kind === 'reconnecting';
  const isPlaying = pictureOf(state) !== undefined && !video.paused;
  const { frames } = sample();
  const hasFrames = frames > 0 && pictureOf(state)?.rendition !== AUDIO;
  return {
    atMs: performance.now(),
    isWanted: (isConnecting || isPlaying) && document.visibilityState === 'visible',
    progress: hasFrames ? frames : video.currentTime,
  };
}

/** Reports a picture that is frozen for long, and asks whether it is stuck; a yes switches the transport. */
export function useStuckSurvey({ video, player, username, isWatched, isAsked }: StuckSurveyUse): StuckSurvey {
  const stall = useRef<Stall>(noStall);
  const [stuckMs, setStuckMs] = useState<number>();

  const report = useCallback(
    (stalledMs: number, answer?: 'yes' | 'no') => {
      const way = player?.view.transport;
      if (way === undefined) return;
      const transport = way === 'native' ? 'hls' : way;
      const body = { username, transport, stalled_ms: Math.round(stalledMs), ...(answer && { answer }) };
      // It is for those who run the site; whether it arrives changes nothing here.
      void whenCsrf()
        .then(() => api.reportStuckVideo({ body }))
        .catch(() => undefined);
    },
    [player, username],
  );

  useEffect(() => {
    const element = video.current;
    if (!isWatched || !player || !element) return undefined;
    const timer = setInterval(() => {
      const step = nextStall(stall.current, look(element, player));
      stall.current = step.stall;
      if (step.stuckMs !== undefined) report(step.stuckMs);
      if (step.stuckMs !== undefined && isAsked) setStuckMs(step.stuckMs);
      else if (!step.stall.isTold) setStuckMs(undefined);
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      stall.current = { ...stall.current, sinceMs: undefined, isTold: false };
      setStuckMs(undefined);
    };
  }, [video, player, isWatched, isAsked, report]);

  const answer = (given: 'yes' | 'no'): void => {
    if (stuckMs === undefined) return;
    report(stuckMs, given);
    stall.current = afterAnswer(stall.current, given);
    setStuckMs(undefined);
    if (given === 'yes') player?.changeWay();
  };
  return { isAsking: stuckMs !== undefined, answer };
}
