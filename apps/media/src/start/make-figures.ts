import { metricsText, type Totals } from '../broadcasts/metrics.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';
import type { Origin } from './make-origin.ts';

export interface FiguresOptions {
  /** Name of this process in facts. */
  readonly node: string;
  readonly origin: Pick<Origin, 'broadcasts' | 'budget' | 'ended'>;
  readonly relaying: Pick<Relaying, 'gate' | 'relayed' | 'totals' | 'remoteHls'>;
  readonly gates: Pick<Gates, 'viewerCount'>;
}

/** What the process says of itself: to the site and tests (`stats`) and to Prometheus (`metrics`). */
export function makeFigures({ node, origin, relaying, gates }: FiguresOptions) {
  const { broadcasts, budget, ended } = origin;

  const sumOf = (one: Totals, other: Totals): Totals => ({
    bytesSent: one.bytesSent + other.bytesSent,
    fragmentsDropped: one.fragmentsDropped + other.fragmentsDropped,
    packetsRepeated: one.packetsRepeated + other.packetsRepeated,
    picturesDropped: one.picturesDropped + other.picturesDropped,
  });

  const totals = (): Totals =>
    broadcasts.list().reduce(
      (sum, { stream, pipeline, whep }) => ({
        bytesSent: sum.bytesSent + stream.bytesSent + pipeline.hls.bytesSent + whep.bytesSent,
        fragmentsDropped: sum.fragmentsDropped + stream.fragmentsDropped,
        packetsRepeated: sum.packetsRepeated + whep.figures.packetsRepeated,
        picturesDropped: sum.picturesDropped + whep.figures.picturesDropped,
      }),
      sumOf(ended, relaying.totals),
    );

  return {
    stats: () => ({
      node,
      viewers: gates.viewerCount,
      relayLinks: relaying.gate.linkCount,
      relayed: relaying.relayed.map(({ viewerCount, renditions }) => ({ viewers: viewerCount, renditions })),
      relayedHls: relaying.remoteHls.figures,
      transcoding: {
        coresMax: budget.coresMax,
        coresReserved: budget.coresReserved,
        refused: budget.refused,
      },
      ...totals(),
      streams: broadcasts.list().map(({ claims, state, stream }) => ({
        broadcastId: claims.broadcastId,
        username: claims.username,
        state: state.kind,
        viewers: stream.viewerCount,
        bytesSent: stream.bytesSent,
        fragmentsDropped: stream.fragmentsDropped,
      })),
    }),
    metrics: () => metricsText(broadcasts.list(), gates.viewerCount, totals(), budget),
  };
}
