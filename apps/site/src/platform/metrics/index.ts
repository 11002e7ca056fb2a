export { makeMetrics, type Metrics } from './metrics.ts';
