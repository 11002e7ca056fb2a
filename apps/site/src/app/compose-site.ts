import { announceSessionEnded } from '../features/sessions/index.ts';
import { csrfTokenOf } from '../platform/http/index.ts';
import { layFoundation, type SiteParts } from './compose/foundation.ts';
import { composeLive } from './compose/live.ts';
import { composeMessages } from './compose/messages.ts';
import { composeMoney } from './compose/money.ts';
import { composePages } from './compose/pages.ts';
import { composePeople } from './compose/people.ts';
import { composeRooms } from './compose/rooms.ts';
import { composeSockets } from './compose/sockets.ts';

export type { SiteParts } from './compose/foundation.ts';

const HOUR_MS = 3_600_000;
const RECONCILE_MS = 5 * 60_000;
const HOUSEKEEPING_MS = 60_000;
/** How long requests may take to end when the site stops. */
const CLOSE_MS = 3_000;

export type Site = Awaited<ReturnType<typeof composeSite>>;

/** Wires the site: every feature gets exactly what it uses. No rule of the product lives here. */
export async function composeSite(parts: SiteParts) {
  const base = layFoundation(parts);
  const { app, accounts, clock, feed, hub, ledger } = base;
  const money = composeMoney(base);
  const live = await composeLive(base, money);
  const messages = await composeMessages(base, money, live);
  const rooms = await composeRooms(base, money, live, messages);
  const people = composePeople(base, money, live, messages);
  await composePages(base, rooms, people.currentUser);
  const sockets = composeSockets(base, money, live, rooms, messages);

  if (parts.config.roles.has('jobs')) {
    base.every(RECONCILE_MS, 'the ledger could not be reconciled', () => ledger.reconcile());
    base.every(HOUSEKEEPING_MS, 'housekeeping failed', async () => {
      for (const sessionId of await base.sessions.endExpired())
        announceSessionEnded(parts.bus, { sessionId, reason: 'expired' });
      await base.idempotency.prune();
      await base.rates.prune(clock.now());
      await base.nodeTokens.prune();
      await rooms.chat.prune();
      await rooms.history.prune();
      await money.postbackDesk.resume();
      await messages.keepHouse();
      await ledger.expireHolds(() => Promise.resolve(new Set<string>()));
      for (const order of await money.orders.expireOld())
        feed.send(order.accountId, 'v3.payment.update', {
          seq: clock.now(),
          order_id: order.id,
          status: 'expired',
          at: clock.now(),
        });
    });
    base.every(24 * HOUR_MS, 'the whole ledger could not be reconciled', () => ledger.reconcile('all'));
    base.every(24 * HOUR_MS, 'partitions could not be made', () => ledger.keepPartitionsAhead());
  }
  await Promise.all([ledger.keepPartitionsAhead(), parts.bus.ready()]);

  return {
    app,
    accounts,
    ledger,
    rooms: base.rooms,
    hub,
    desk: live.desk,
    catalog: rooms.catalog,
    messages,
    csrfOf: (cookie: string) => csrfTokenOf(base.csrfSecret, cookie),
    mediaSecret: base.mediaSecret,
    /** Stops taking work, lets sockets go in slices, finishes what runs; at most ten seconds. */
    async close() {
      base.stopTimers();
      await sockets.drain();
      // Sockets that were handed to media count as the server's own until that process says that they
      // are closed, which an ended process never does.
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
      await live.jobs.stop();
      await ledger.idle();
      sockets.close();
      live.desk.close();
      await hub.close();
      messages.close();
      rooms.catalog.close();
      base.board.close();
    },
  };
}
