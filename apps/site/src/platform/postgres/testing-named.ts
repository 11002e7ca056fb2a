import { createHash } from 'node:crypto';
import type pg from 'pg';

/** What a connection is asked, as the driver of the builder asks it. */
type Query = (text: unknown, values?: unknown, ...more: unknown[]) => unknown;

const names = new Map<string, string>();

/**
 * Has the server plan each statement once on a connection, which halves what it does for tests: their tables are
 * small, and never change under an open connection. A site does not do this, since a newer one may change its tables
 * while it runs.
 */
export function nameStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((text: unknown, values?: unknown, ...more: unknown[]) =>
      typeof text === 'string' && Array.isArray(values) && IS_PLANNED.test(text)
        ? query({ name: nameOf(text), text, values }, ...more)
        : query(text, values, ...more)) as never;
  });
}

/** Others are not planned by the server, and cannot be kept. */
const IS_PLANNED = /^\s*(?:select|insert|update|delete|with)\b/iu;

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    // The server keeps 63 bytes of a name.
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return name;
}
