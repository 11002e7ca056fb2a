import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, MEDIA_ORDERS, type MediaFact, type MediaOrder } from '@klieg/contract/media';
import { assertNever } from '@klieg/kernel';
import type { Access } from '../control/access.ts';
import { parseOrder } from '../control/orders.ts';
import type { PreviewMeter } from '../control/preview-meter.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';
import type { Origin } from './make-origin.ts';

export interface HearBusOptions {
  readonly bus: Bus;
  /** Name of this process in facts. */
  readonly node: string;
  readonly origin: Pick<Origin, 'broadcasts' | 'recordings'>;
  readonly relaying: Pick<Relaying, 'obey'>;
  readonly gates: Pick<Gates, 'webSocket' | 'whep'>;
  readonly access: Pick<Access, 'revoke'>;
  readonly previews: Pick<PreviewMeter, 'hear'>;
}

/** Obeys the site's orders and hears what other media processes tell. @returns what ends it */
export function hearBus(options: HearBusOptions): () => void {
  const { bus, node, origin, relaying, gates, access, previews } = options;
  const { broadcasts, recordings } = origin;

  const record = (order: MediaOrder & { kind: 'record' }): void => {
    const { broadcastId, recordingId } = order;
    const pipeline = broadcasts.find(broadcastId)?.pipeline;
    if (!recordings || !pipeline) return;
    const isElsewhere = order.node !== undefined && order.node !== node;
    if (recordingId !== null && !isElsewhere)
      return recordings.start({ recordingId, broadcastId }, (sink) => pipeline.setRecorder(sink));
    pipeline.setRecorder(undefined);
    recordings.stop(broadcastId);
  };

  const obey = (order: MediaOrder): void => {
    relaying.obey(order);
    switch (order.kind) {
      case 'report':
        return broadcasts.tellAlive();
      case 'stop':
        return broadcasts.stop(order.broadcastId);
      case 'rename':
        return broadcasts.rename(order.broadcastId, order.streamName);
      case 'revoke':
        access.revoke(order);
        gates.whep.revoke(order);
        return gates.webSocket.revoke(order);
      case 'record':
        return record(order);
      default:
        return assertNever(order);
    }
  };

  const stopOrders = bus.subscribe(MEDIA_ORDERS, (message) => {
    const order = parseOrder(message);
    if (order) obey(order);
  });
  const stopFacts = bus.subscribe(MEDIA_FACTS, (message) => {
    const fact = message as MediaFact;
    if (fact?.kind === 'preview' && fact.node !== node) previews.hear(fact);
  });
  return () => {
    stopOrders();
    stopFacts();
  };
}
