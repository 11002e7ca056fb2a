import type { AddressInfo } from 'node:net';
import type { Biller } from '@klieg/contract';
import { silentLog, systemClock, type Uuid } from '@klieg/kernel';
import { makeMemoryBus } from '../../platform/bus/index.ts';
import { makeNotices } from '../../platform/events/index.ts';
import { makeBrake, makeHttpServer, makeRateLimiter } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import { makeVisitorOf } from '../../platform/visitors/index.ts';
import { makeLedger } from '../ledger/index.ts';
import { makeWallet } from '../wallet/index.ts';
import { makeBookOrder } from './orders/book-order.ts';
import type { BillerPort } from './billers/port/biller-port.ts';
import { makeOrderStore, type Order } from './orders/order-store.ts';
import { makePostbackStore } from './posts/postback-store.ts';
import { makePostbackReceiver } from './posts/receive-postback.ts';
import { postbackPath, servePostbacks } from './posts/serve-postbacks.ts';
import { makeSettleOrder } from './orders/settle-order.ts';
import { makeSettlementStore } from './orders/settlement-store.ts';
import { kindsOf, openTestOrders, wakePosts } from './orders/testing-orders-store.ts';

/** Where posts of a biller are taken by HTTP, on a real database, with all that settles orders. */
export interface TestShop {
  /** Address for posts of a biller. */
  postUrl(biller: Biller): string;
  use(port: BillerPort): void;
  /** A new person's open order of 550 tokens for $50. */
  openOrder(biller: Biller): Promise<Order>;
  find(id: Uuid): Promise<Order | undefined>;
  /** Kinds of all that is settled of an order. */
  kindsOf(id: Uuid): Promise<ReadonlySet<string>>;
  expireOld(): Promise<unknown>;
  readonly take: ReturnType<typeof makePostbackReceiver>['take'];
  /** Sends bytes as somebody at this address would. @returns the status */
  post(
    biller: Biller,
    post: {
      readonly address: string;
      readonly query: string;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<number>;
  /** Tries what waits, now. */
  workOff(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a shop on this machine. */
export async function openShop(database: Database): Promise<TestShop> {
  const billers = new Map<Biller, BillerPort>();
  const orders = makeOrderStore(database);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
  const wallet = makeWallet({ ledger, notices, clock: systemClock });
  const receiver = makePostbackReceiver({
    billers,
    postbacks: makePostbackStore(database),
    settle: makeSettleOrder({
      onCardLeft: () => Promise.resolve(),
      orders,
      settlements: makeSettlementStore(database),
      book: makeBookOrder(wallet),
      sendUpdate: () => undefined,
      sendEpochError: () => undefined,
      clock: systemClock,
      log: silentLog,
    }),
    clock: systemClock,
    log: silentLog,
  });
  const app = makeHttpServer({ log: silentLog });
  const isCountedHere = () => Promise.reject(new Error('this class is counted here alone'));
  servePostbacks({
    receive: receiver.receive,
    rateLimiter: makeRateLimiter({
      clock: systemClock,
      store: { take: isCountedHere, prune: isCountedHere },
    }),
    brake: makeBrake(),
    visitorOf: makeVisitorOf({
      hops: 0,
      isProxy: () => false,
      countryHeader: undefined,
      regionHeader: undefined,
      findPlace: undefined,
    }),
    isGenerousToLoopback: true,
  })(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    postUrl: (biller) => `${url}${postbackPath(biller)}`,
    use: (port) => void billers.set(port.name, port),
    async openOrder(biller) {
      const { order } = (await openTestOrders(database, 1, biller))[0]!;
      return (await orders.find(order))!;
    },
    find: orders.find,
    kindsOf: (id) => kindsOf(database, id),
    expireOld: orders.expireOld,
    take: receiver.take,
    async post(biller, { address, query, body, headers }) {
      const reading = await receiver.receive(biller, { bytes: Buffer.from(body), headers, query, address });
      return reading ? 200 : 403;
    },
    async workOff() {
      await wakePosts(database);
      await receiver.resume();
    },
    close: () => app.close().then(() => undefined),
  };
}
