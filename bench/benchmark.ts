/** A benchmark; its result is compared with a reference that ran in the same minute. */
export interface Benchmark {
  readonly name: string;
  /** The ratio to reach, or for a latency the milliseconds not to exceed. */
  readonly goal: number | { readonly p50: number; readonly p95: number };
  run(): Promise<BenchmarkResult>;
}

export interface BenchmarkResult {
  readonly figures: Record<string, number>;
  readonly reference: Record<string, number | string>;
  readonly ratio?: number;
}
