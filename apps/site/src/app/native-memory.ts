/**
 * Environment of the parts that encode and send media. Their sockets and encoders run on many threads, each of
 * which would keep an arena of its own; and the allocator learns from each large block that is freed to put
 * the next ones into the heap, where they leave holes. With a fixed threshold large blocks go back at once.
 * An operator who starts such a part by hand sets the same.
 */
export const NATIVE_MEMORY: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
};

/**
 * Flags of the same parts. Objects of a stream live for seconds, so the engine would let its young generation
 * grow to 128 MiB, a little more with each busy moment, and keep that.
 */
export const ENGINE_MEMORY: readonly string[] = ['--min-semi-space-size=16', '--max-semi-space-size=16'];
