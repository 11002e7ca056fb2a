/** A structured logger; `@klieg/log` makes the one that writes. No tokens, mail addresses or card data. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Swallows everything; for tests that expect errors. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
