/** Server settings by name; the values are what postgresql.conf takes. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * For one small machine that also runs the site: every commit is on disk when it is acknowledged, memory
 * stays near 200 MB, an idle server sleeps.
 */
export const embeddedSettings: PostgresSettings = {
  listen_addresses: '',
  port: '5432',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  checkpoint_timeout: '15min',
  // Reading by worker processes gains nothing on a local disk with a small buffer pool.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  huge_pages: 'off',
  random_page_cost: '1.1',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // A failed statement is reported to the caller; its text and values stay out of the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** For tests that do not test durability: as quick as the machine allows, many connections. */
export const fastUnsafeSettings: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '500',
  autovacuum_naptime: '10min',
};
