import { DAY_MS, HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { ListedSale, LookedUp, LostCharges } from '../port/biller-port.ts';
import type { Order } from '../../orders/order-store.ts';
import { askBiller } from '../port/ask-biller.ts';
import { centsOf } from '../port/post-fields.ts';

/** DataLink's extract is given once in an hour. */
const EVERY_MS = 61 * MINUTE_MS;
/** By then every charge is in the extract, even after a missed one. */
const KNOWN_AFTER_MS = 180 * MINUTE_MS;
/** Largest difference between CCBill's clock and ours. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;
/** An extract is about a day at most. */
const SPAN_MS = DAY_MS;
/** Times are those of Arizona, all year. */
const ARIZONA_MS = 7 * HOUR_MS;

/** Columns of a line about a sale. */
const AT = { type: 0, account: 1, subaccount: 2, subscription: 3, time: 4, price: 17 } as const;

/** A moment as DataLink writes it: `20261122100000`. */
export const extractTime = (ms: number): string =>
  new Date(ms - ARIZONA_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** The moment of a line, in Unix milliseconds; undefined where it cannot be read. */
function momentOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + ARIZONA_MS;
  return Number.isNaN(ms) ? undefined : ms;
}

interface Sale {
  readonly id: string;
  readonly atMs: number | undefined;
  readonly cents: number | undefined;
}

/** Sales of an extract; undefined where it is an error and says nothing. */
export function readSales(
  text: string,
  { account, subaccount }: { readonly account: string; readonly subaccount: string },
): readonly Sale[] | undefined {
  // Without a sale it says 1; anything else that is not a line is an error.
  if (!/^\s*(?:1\s*$|")/.test(text)) return undefined;
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = [...line.matchAll(/"([^"]*)"/g)].map(([, cell]) => cell ?? '');
    const id = cells[AT.subscription];
    if (cells[AT.type] !== 'NEW' || cells[AT.account] !== account || cells[AT.subaccount] !== subaccount)
      return [];
    return id ? [{ id, atMs: momentOf(cells[AT.time] ?? ''), cents: centsOf(cells[AT.price]) }] : [];
  });
}

/** Unreadable parts of a line may match anything: better a person looks at it than a payment is missed. */
const mayBe = (order: Order, { atMs, cents }: Sale): boolean =>
  (cents === undefined || cents === order.amountCents) &&
  (atMs === undefined || atMs >= order.createdAt.getTime() - CLOCKS_DIFFER_MS);

/** DataLink's extract of new sales, which names no orders: one query answers for all charges being looked for. */
export function askExtract(uses: {
  readonly url: string;
  readonly account: string;
  readonly subaccount: string;
  readonly user: { readonly name: string; readonly password: string };
}): LostCharges {
  return {
    everyMs: EVERY_MS,
    knownAfterMs: KNOWN_AFTER_MS,
    async ask(orders) {
      const now = Date.now();
      const first = Math.min(...orders.map(({ createdAt }) => createdAt.getTime())) - CLOCKS_DIFFER_MS;
      const query = new URLSearchParams({
        startTime: extractTime(Math.max(first, now - SPAN_MS)),
        endTime: extractTime(now),
        transactionTypes: 'NEW',
        clientAccnum: uses.account,
        clientSubacc: uses.subaccount,
        username: uses.user.name,
        password: uses.user.password,
      });
      const answer = await askBiller(`${uses.url}/data/main.cgi?${query}`);
      const sales = answer?.isOk ? readSales(answer.bytes.toString('utf8'), uses) : undefined;
      return orders.map((order): LookedUp => {
        // The extract has no currency: its amounts are dollars.
        const isTold = sales !== undefined && order.currency === 'USD';
        if (!isTold || order.createdAt.getTime() < now - SPAN_MS) return { kind: 'no_answer' };
        const listed = sales
          .filter((sale) => mayBe(order, sale))
          .map(({ id }): ListedSale => ({
            transactionId: id,
            amountCents: order.amountCents,
            currency: order.currency,
          }));
        return { kind: 'listed', sales: listed };
      });
    },
  };
}
