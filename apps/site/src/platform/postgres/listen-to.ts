import type { Log } from '@klieg/kernel';
import pg from 'pg';
import type { Database } from './database.ts';

/** Time before connecting again. */
const AGAIN_MS = 1_000;

/**
 * Listens to a channel on a connection of its own, replaced whenever it breaks. Notifications meanwhile are lost:
 * `onConnected` says that it is time to look.
 */
export async function listenTo(
  { pool }: Pick<Database, 'pool'>,
  channel: string,
  heard: {
    readonly onMessage: (payload: string) => void;
    readonly onConnected: () => void;
    readonly log: Log;
  },
): Promise<{ close(): Promise<void> }> {
  // Copying the options loses the password.
  const { password } = pool.options;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...pool.options, password, keepAlive: true });
    client = next;
    let isOver = false;
    const lose = (err?: unknown) => {
      if (isOver) return;
      isOver = true;
      next.end().catch(() => {});
      if (isClosed) return;
      heard.log.warn({ err, channel }, 'the connection that hears notifications broke; it is made anew');
      timer = setTimeout(() => void connect(), AGAIN_MS).unref();
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ payload }) => heard.onMessage(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      heard.onConnected();
    } catch (error) {
      lose(error);
    }
  };
  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
