import type { SenderReport } from '../rtp/rtcp.ts';

/**
 * Relates the clocks of a publisher's two tracks. Until both have had a sender report the order of
 * arrival decides; after that the reports do, to the millisecond.
 */
export interface AvSync {
  /** @param ticks unwrapped RTP time of the track's newest packet */
  onPacket(track: 'video' | 'audio', ticks: number, nowMs: number): void;
  /** @param ticks the report's RTP time, unwrapped near the track's packets */
  onReport(track: 'video' | 'audio', report: SenderReport, ticks: number): void;
  /** The track restarted with other timestamps. */
  reset(track: 'video' | 'audio'): void;
  /** Where an audio time lies on the video clock, in milliseconds; undefined before both tracks flow. */
  audioOnVideoMs(audioTicks: number): number | undefined;
}

const CLOCK_PER_MS = { video: 90, audio: 48 } as const;

interface Anchor {
  readonly mediaMs: number;
  readonly wallMs: number;
}

/** Sender reports whose two tracks disagree with arrival by more than this are not believed. */
const DISAGREEMENT_MAX_MS = 5_000;

export function makeAvSync(): AvSync {
  const arrival: { video?: Anchor; audio?: Anchor } = {};
  const reported: { video?: Anchor; audio?: Anchor } = {};

  const offsetOf = (pair: { video?: Anchor; audio?: Anchor }): number | undefined =>
    pair.video && pair.audio
      ? pair.audio.wallMs - pair.audio.mediaMs - (pair.video.wallMs - pair.video.mediaMs)
      : undefined;

  return {
    onPacket(track, ticks, nowMs) {
      arrival[track] ??= { mediaMs: ticks / CLOCK_PER_MS[track], wallMs: nowMs };
    },
    onReport(track, report, ticks) {
      reported[track] = { mediaMs: ticks / CLOCK_PER_MS[track], wallMs: report.ntpMs };
    },
    reset(track) {
      delete arrival[track];
      delete reported[track];
    },
    audioOnVideoMs(audioTicks) {
      const byArrival = offsetOf(arrival);
      if (byArrival === undefined) return undefined;
      const byReport = offsetOf(reported);
      const isBelieved = byReport !== undefined && Math.abs(byReport - byArrival) <= DISAGREEMENT_MAX_MS;
      return audioTicks / CLOCK_PER_MS.audio + (isBelieved ? byReport : byArrival);
    },
  };
}
