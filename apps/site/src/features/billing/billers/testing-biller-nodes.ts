import { createHmac } from 'node:crypto';
import { silentLog, systemClock } from '@klieg/kernel';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import { makeNotices } from '#site/platform/events/index.ts';
import type { Database } from '#site/platform/postgres/index.ts';
import { makeLedger } from '../../ledger/index.ts';
import { makeWallet } from '../../wallet/index.ts';
import { makeBookOrder } from '../orders/book-order.ts';
import { makeOrderStore } from '../orders/order-store.ts';
import { makePostbackStore } from '../posts/postback-store.ts';
import { makePostbackReceiver } from '../posts/receive-postback.ts';
import { makeSandboxBiller } from './sandbox-biller.ts';
import { makeSettleOrder } from '../orders/settle-order.ts';
import { makeSettlementStore } from '../orders/settlement-store.ts';

const SECRET = 'of the biller';

/** A post as the sandbox biller sends it. */
export interface TestPost {
  readonly event_id: string;
  readonly type: 'approved' | 'declined' | 'refunded' | 'voided' | 'charged_back' | 'dispute_won';
  readonly order_id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly decline_code: string | null;
  readonly card: { readonly token: string; readonly brand: string; readonly last4: string } | null;
}

/** A node that takes posts of the sandbox biller and settles orders, and that may die between any two steps. */
export interface BillerNode {
  /** Resolves whatever becomes of it, as the biller's own sending does. */
  receive(post: TestPost): Promise<void>;
  resume(): Promise<number>;
}

/**
 * A node of its own on the database.
 * @param shouldDie asked before and after every step that leaves a trace; once it says yes the node does nothing more
 */
export function makeBillerNode(database: Database, shouldDie: () => boolean = () => false): BillerNode {
  let isDead = false;
  const orDie = () => {
    isDead ||= shouldDie();
    if (isDead) throw new Error('the node is dead');
  };
  /** The same functions, between which the node may die. */
  const mortal = <T extends object>(given: T): T =>
    new Proxy(given, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          orDie();
          const answer: unknown = await Reflect.apply(value, target, args);
          orDie();
          return answer;
        };
      },
    });
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
  const wallet = makeWallet({ ledger: mortal(ledger), notices, clock: systemClock });
  const biller = makeSandboxBiller({
    publicUrl: 'http://127.0.0.1',
    serverUrl: '',
    secret: SECRET,
    callbackUrl: '',
  });
  const receiver = makePostbackReceiver({
    billers: new Map([['sandbox', biller]]),
    postbacks: mortal(makePostbackStore(database)),
    settle: makeSettleOrder({
      onCardLeft: () => Promise.resolve(),
      orders: mortal(makeOrderStore(database)),
      settlements: mortal(makeSettlementStore(database)),
      book: makeBookOrder(wallet),
      sendUpdate: () => undefined,
      sendEpochError: () => undefined,
      clock: systemClock,
      log: silentLog,
    }),
    clock: systemClock,
    log: silentLog,
  });
  return {
    async receive(post) {
      const bytes = Buffer.from(JSON.stringify(post));
      const time = Date.now();
      const signature = createHmac('sha256', SECRET).update(`${time}.`).update(bytes).digest('hex');
      const headers = { 'x-sandbox-signature': `t=${time},v1=${signature}` };
      await receiver
        .receive('sandbox', { bytes, headers, query: '', address: '127.0.0.1' })
        .catch(() => undefined);
    },
    resume: receiver.resume,
  };
}
