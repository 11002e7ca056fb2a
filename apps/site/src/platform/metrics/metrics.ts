import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/** What every figure says of itself: a name that begins with `klieg_`, a sentence, and its labels. */
type Declared<C> = Omit<C, 'registers' | 'collect'>;

/**
 * The figures that an operator watches, as Prometheus text at /metrics. Every counter is declared here under a name of
 * its own; the same name twice is refused with an Error.
 */
export interface Metrics {
  counter<L extends string>(declared: Declared<CounterConfiguration<L>>): Counter<L>;
  gauge<L extends string>(declared: Declared<GaugeConfiguration<L>>): Gauge<L>;
  histogram<L extends string>(declared: Declared<HistogramConfiguration<L>>): Histogram<L>;
  text(): Promise<string>;
  readonly contentType: string;
}

/** A registry of its own, so that several sites may live in one process. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    counter: (declared) => new Counter({ ...declared, registers }),
    gauge: (declared) => new Gauge({ ...declared, registers }),
    histogram: (declared) => new Histogram({ ...declared, registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
