/**
 * Environment of every part that the site starts, for the sake of those that encode and send media. Their sockets and encoders run on many threads, each of
 * which would keep an arena of its own; and the allocator learns from each large block that is freed to put
 * the next ones into the heap, where they leave holes. With a fixed threshold large blocks go back at once.
 * An operator who starts such a part by hand sets the same.
 */
export const NATIVE_MEMORY: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
};
