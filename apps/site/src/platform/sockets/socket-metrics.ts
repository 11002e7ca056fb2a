import type { Metrics } from '../metrics/index.ts';

/** Counts open sockets by kind and those that the server closed; gives the gateway's two hooks. */
export function watchSockets(metrics: Metrics) {
  const sockets = metrics.gauge({ name: 'klieg_sockets', help: 'Open sockets', labelNames: ['kind'] });
  const evictions = metrics.counter({
    name: 'klieg_evictions_total',
    help: 'Sockets closed by the server',
    labelNames: ['reason'],
  });
  return {
    onOpen: (kind: 'lobby' | 'room', change: 1 | -1) => sockets.inc({ kind }, change),
    onEvicted: (reason: string) => evictions.inc({ reason }),
  };
}
