import type { LineCounters } from './transport.ts';

/** Counters at a moment, from which rates per second are computed. */
export interface PlaybackSample extends LineCounters {
  readonly atMs: number;
  readonly frames: number;
  readonly framesDropped: number;
  readonly bufferedSeconds: number;
}

/** What the meter says when it is asked for details. */
export interface PlaybackFacts {
  readonly codecs: string;
  readonly kbps: number;
  readonly fps: number;
  /** Since the video element began. */
  readonly framesDropped: number;
  readonly bufferedSeconds: number;
}

/** Reads the counters of a video and its transport. */
export function sampleOf(video: HTMLVideoElement, counters: LineCounters, atMs: number): PlaybackSample {
  const quality = video.getVideoPlaybackQuality?.();
  const { buffered } = video;
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : video.currentTime;
  return {
    ...counters,
    atMs,
    frames: quality?.totalVideoFrames ?? 0,
    framesDropped: quality?.droppedVideoFrames ?? 0,
    bufferedSeconds: Math.max(0, end - video.currentTime),
  };
}

/** Figures of the time between two samples; counters that restarted count as nothing. */
export function factsBetween(before: PlaybackSample | undefined, now: PlaybackSample): PlaybackFacts {
  const seconds = before ? (now.atMs - before.atMs) / 1_000 : 0;
  const perSecond = (of: 'frames' | 'bytesReceived'): number =>
    before && seconds > 0 ? Math.max(0, now[of] - before[of]) / seconds : 0;
  return {
    codecs: now.codecs,
    kbps: Math.round((perSecond('bytesReceived') * 8) / 1_000),
    fps: Math.round(perSecond('frames')),
    framesDropped: now.framesDropped,
    bufferedSeconds: now.bufferedSeconds,
  };
}
