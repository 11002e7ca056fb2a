import type { EncoderRefusalCode, MediaFact } from '@klieg/contract/media';
import type { TellFact } from '../control/facts.ts';
import { type Broadcast, liveFigures, viewersOf, wasLive } from './broadcast.ts';

/** Why a publisher or a whole broadcast is gone. */
export type GoneReason = Extract<MediaFact, { kind: 'gone' }>['reason'];

/** Tells the site and other media processes what becomes of broadcasts. */
export interface BroadcastNews {
  /** Says nothing of a broadcast without a picture. */
  live(broadcast: Broadcast): void;
  /**
   * Reports nothing about a broadcast that never had a picture, unless it was stopped, and a silent publisher only
   * once.
   */
  gone(broadcast: Broadcast, reason: GoneReason): void;
  /** Its publisher is sent away. @param text for the model: what came, and which setting to change */
  refused(broadcast: Broadcast, code: EncoderRefusalCode, text: string): void;
  /** Figures of the publisher's connection since the last time; nothing without a publisher. */
  health(broadcast: Broadcast, nowMs: number): void;
  /** Names all that are live here. */
  alive(broadcasts: readonly Broadcast[]): void;
}

export interface BroadcastNewsOptions {
  readonly tell: TellFact;
  /** The recording that runs of a broadcast in this process. */
  readonly recordingOf?: (broadcastId: string) => string | undefined;
}

export function makeBroadcastNews({ tell, recordingOf }: BroadcastNewsOptions): BroadcastNews {
  const idOf = ({ claims: { broadcastId, camera }, stream }: Broadcast) => ({
    broadcastId,
    streamName: stream.name,
    ...(camera && { isCamera: true as const }),
  });
  const numberOf = ({ pipeline: { hls } }: Broadcast) =>
    hls.nextSegment === undefined ? {} : { nextSegment: hls.nextSegment };
  const figuresOf = (broadcast: Broadcast) =>
    liveFigures(broadcast, recordingOf?.(broadcast.claims.broadcastId));

  return {
    live(broadcast) {
      const figures = figuresOf(broadcast);
      if (figures) tell({ kind: 'live', ...figures });
    },
    gone(broadcast, reason) {
      // A publisher that never showed a picture may try again; one that was stopped may not, so its room closes.
      if (!wasLive(broadcast) && reason !== 'stopped') return;
      // That it waits for its publisher was already reported.
      if (broadcast.state.kind === 'paused' && reason === 'silent') return;
      tell({ kind: 'gone', ...idOf(broadcast), reason, ...numberOf(broadcast) });
    },
    refused(broadcast, code, text) {
      tell({ kind: 'refused', ...idOf(broadcast), code, text });
    },
    health(broadcast, nowMs) {
      if (!broadcast.source) return;
      const { warnings, ...figures } = broadcast.meter.take(nowMs);
      const { signals } = broadcast.pipeline;
      tell({
        kind: 'health',
        ...idOf(broadcast),
        ...numberOf(broadcast),
        ...figures,
        viewers: viewersOf(broadcast),
        ...(signals.lufs !== undefined && { lufs: signals.lufs }),
        warnings: [...warnings, ...signals.warnings],
      });
    },
    alive(broadcasts) {
      tell({ kind: 'alive', broadcasts: broadcasts.flatMap((one) => figuresOf(one) ?? []) });
    },
  };
}
