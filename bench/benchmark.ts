/** Milliseconds that a latency benchmark may take at the median and for 95 of 100. */
export interface LatencyGoal {
  readonly p50: number;
  readonly p95: number;
}

/** One measured promise, against a reference that ran on the same machine in the same run. */
export interface Benchmark {
  readonly name: string;
  /** The ratio to reach, or the latency to stay below. */
  readonly goal: number | LatencyGoal;
  run(): Promise<BenchmarkResult>;
}

export interface BenchmarkResult {
  /** What was measured of ours; a latency benchmark has p50 and p95. */
  readonly figures: Record<string, number>;
  /** What it is compared with, and how that was obtained. */
  readonly reference: Record<string, number | string>;
  /** Ours over the reference; absent for a latency. */
  readonly ratio?: number;
}
