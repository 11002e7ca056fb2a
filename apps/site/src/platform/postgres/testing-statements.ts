import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** Calls back with the text of each statement that a pool sends from now on. */
export function watchStatements({ pool }: Database, onStatement: (text: string) => void): void {
  const watched = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watching = (...args: unknown[]) => {
      const [given] = args as [string | { readonly text: string }];
      onStatement(typeof given === 'string' ? given : given.text);
      return query(...args);
    };
    client.query = watching as never;
  });
}
