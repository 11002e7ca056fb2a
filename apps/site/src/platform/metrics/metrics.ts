import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures that an operator watches, as Prometheus text at /metrics. */
export interface Metrics {
  readonly calls: Counter<'call' | 'status'>;
  readonly callSeconds: Histogram<'call'>;
  readonly sockets: Gauge<'kind'>;
  readonly rooms: Gauge;
  readonly deliveries: Counter;
  readonly evictions: Counter<'reason'>;
  readonly tips: Counter;
  readonly tippedTokens: Counter;
  readonly ledgerBatchSize: Histogram;
  readonly ledgerBatchSeconds: Histogram;
  readonly streams: Gauge;
  readonly pages: Counter<'source'>;
  readonly stuckVideos: Counter<'transport' | 'answer'>;
  text(): Promise<string>;
  readonly contentType: string;
}

/** A registry of its own, so that several sites may live in one process. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    calls: new Counter({
      name: 'klieg_calls_total',
      help: 'Answered calls',
      labelNames: ['call', 'status'],
      registers,
    }),
    callSeconds: new Histogram({
      name: 'klieg_call_seconds',
      help: 'Time to answer a call',
      labelNames: ['call'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'klieg_sockets', help: 'Open sockets', labelNames: ['kind'], registers }),
    rooms: new Gauge({ name: 'klieg_rooms', help: 'Rooms held by this node', registers }),
    deliveries: new Counter({
      name: 'klieg_deliveries_total',
      help: 'Messages written to sockets',
      registers,
    }),
    evictions: new Counter({
      name: 'klieg_evictions_total',
      help: 'Sockets closed by the server',
      labelNames: ['reason'],
      registers,
    }),
    tips: new Counter({ name: 'klieg_tips_total', help: 'Tips posted', registers }),
    tippedTokens: new Counter({ name: 'klieg_tipped_tokens_total', help: 'Tokens tipped', registers }),
    ledgerBatchSize: new Histogram({
      name: 'klieg_ledger_batch_size',
      help: 'Commands in one ledger batch',
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
      registers,
    }),
    ledgerBatchSeconds: new Histogram({
      name: 'klieg_ledger_batch_seconds',
      help: 'Time to commit one ledger batch',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    streams: new Gauge({ name: 'klieg_streams', help: 'Rooms with a live picture', registers }),
    pages: new Counter({
      name: 'klieg_pages_total',
      help: 'Pages served',
      labelNames: ['source'],
      registers,
    }),
    stuckVideos: new Counter({
      name: 'klieg_stuck_videos_total',
      help: 'Pictures that stood still at viewers, by way and by what the viewer says',
      labelNames: ['transport', 'answer'],
      registers,
    }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
