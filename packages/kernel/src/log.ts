/** A structured logger; no tokens, mail addresses or card data may be passed to it. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Writes one JSON line per entry to the given stream (default: standard error). */
export function makeJsonLog(
  base: Record<string, unknown> = {},
  out: NodeJS.WritableStream = process.stderr,
): Log {
  const write = (level: string, fields: Record<string, unknown>, message: string) => {
    const { err, ...rest } = fields;
    const error =
      err instanceof Error
        ? { err: { message: err.message, stack: err.stack } }
        : err === undefined
          ? {}
          : { err };
    out.write(
      `${JSON.stringify({ level, time: new Date().toISOString(), ...base, ...rest, ...error, message })}\n`,
    );
  };
  return {
    info: (f, m) => write('info', f, m),
    warn: (f, m) => write('warn', f, m),
    error: (f, m) => write('error', f, m),
  };
}

/** Swallows everything; for tests that expect errors. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
