import type { Metrics } from '../metrics/index.ts';

/** Counts answered calls by name and status, and the time each took; gives the router's `observe`. */
export function watchCalls(metrics: Metrics): (call: string, httpStatus: number, seconds: number) => void {
  const calls = metrics.counter({
    name: 'klieg_calls_total',
    help: 'Answered calls',
    labelNames: ['call', 'status'],
  });
  const callSeconds = metrics.histogram({
    name: 'klieg_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  });
  return (call, httpStatus, seconds) => {
    calls.inc({ call, status: String(httpStatus) });
    callSeconds.observe({ call }, seconds);
  };
}
