/** One measured promise: a ratio against a reference that ran on the same machine in the same run. */
export interface Benchmark {
  readonly name: string;
  /** The ratio to reach. */
  readonly goal: number;
  run(): Promise<BenchmarkResult>;
}

export interface BenchmarkResult {
  /** What was measured of ours. */
  readonly figures: Record<string, number>;
  /** What it is compared with, and how that was obtained. */
  readonly reference: Record<string, number | string>;
  readonly ratio: number;
}
