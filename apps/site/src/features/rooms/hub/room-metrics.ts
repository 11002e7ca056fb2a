import type { Metrics } from '#site/platform/metrics/index.ts';

/** Counts what rooms write to their pages, and the rooms of this node; returns the hub's two hooks. */
export function watchRooms(metrics: Metrics) {
  const rooms = metrics.gauge({ name: 'klieg_rooms', help: 'Rooms held by this node' });
  const deliveries = metrics.counter({ name: 'klieg_deliveries_total', help: 'Messages written to sockets' });
  return {
    onDelivered: (messages: number) => deliveries.inc(messages),
    onRoomCount: (count: number) => rooms.set(count),
  };
}
