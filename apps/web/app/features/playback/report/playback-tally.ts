import { START_MS_MAX } from '@klieg/contract/features/playback/limits';
import type { PlayerState } from '../player/player-state.ts';

/** What happened to a live picture since the last report. */
export interface PlaybackTally {
  /** @param ms since the look before */
  onLook(state: PlayerState, ms: number): void;
  /** What there is to report, which then restarts; undefined if nothing was watched, waited for or missed. */
  take(): Omit<TalliedPlayback, 'way'> | undefined;
}

export interface TalliedPlayback {
  readonly way: 'ws' | 'hls' | 'whep';
  readonly is_first: boolean;
  readonly start_ms: number | null;
  readonly watched_ms: number;
  readonly stalls: number;
  readonly stalled_ms: number;
  readonly latency_ms: number | null;
}

/** A hidden page, or a sleeping machine, says nothing about the connection. */
const LOOK_MS_MAX = 2_000;

/** @param startMs how long the first picture took; undefined: it is not there yet */
export function makePlaybackTally(startMs: number | undefined, waitedMs: number): PlaybackTally {
  let isFirst = true;
  let start = startMs;
  let waited = waitedMs;
  let watched = 0;
  let stalls = 0;
  let stalled = 0;
  let latency: number | null = null;
  let isStalled = false;
  return {
    onLook(state, ms) {
      if (ms > LOOK_MS_MAX) return;
      if (start === undefined) {
        waited += ms;
        if (state.kind !== 'playing') return;
        start = waited;
      }
      const isMissing = state.kind === 'stalled' || state.kind === 'reconnecting';
      if (isMissing && !isStalled) stalls += 1;
      isStalled = isMissing;
      if (isMissing) stalled += ms;
      else if (state.kind === 'playing') {
        watched += ms;
        latency = Math.round(state.latencySeconds * 1_000);
      }
    },
    take() {
      if (!isFirst && watched + stalled === 0) return undefined;
      const told = {
        is_first: isFirst,
        start_ms: isFirst && start !== undefined ? Math.min(START_MS_MAX, Math.round(start)) : null,
        watched_ms: Math.round(watched),
        stalls,
        stalled_ms: Math.round(stalled),
        latency_ms: latency === null ? null : Math.min(START_MS_MAX, Math.max(0, latency)),
      };
      isFirst = false;
      watched = stalls = stalled = 0;
      latency = null;
      return told;
    },
  };
}
