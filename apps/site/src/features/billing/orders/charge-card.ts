import type { Biller } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { BillerEvent, BillerPort, Opening } from '../billers/port/biller-port.ts';
import { sells } from '../choice/capability-rules.ts';
import type { Card } from './card-store.ts';
import type { Order, OrderStore } from './order-store.ts';
import type { ProductRow, Sold } from '../products/product-store.ts';

/** How long a charge waits for the biller's post. */
const CHARGE_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** A charge that is this old and has no outcome was left by a process that died, or its answer is lost. */
const LOST_AFTER_MS = 30_000;

interface Deps {
  readonly orders: Pick<OrderStore, 'reserve' | 'markSent' | 'dropCharge' | 'delayCharge' | 'find'>;
  readonly billers: ReadonlyMap<Biller, BillerPort>;
  /** Whether somebody's card may be charged without their action. */
  readonly mayCharge: (account: AccountId) => Promise<boolean>;
  /** Takes what a biller answered to a charge as if it had posted it. */
  readonly takeAnswer: (biller: Biller, event: BillerEvent, bytes: Buffer) => Promise<void>;
}

/** What somebody chose of the price list, by hand or by consent: its biller must sell it there. */
interface Chosen {
  readonly purpose?: 'purchase' | 're_up';
  readonly product: ProductRow;
  /** Where the buyer is; null: not known. */
  readonly country: string | null;
}

/** A debt: the biller that has the card charges it. */
interface Owed {
  readonly purpose: 'postpay' | 'membership';
  readonly product: Sold;
}

/** What is charged to which card. */
export type ChargeRequest = (Chosen | Owed) & {
  readonly account: AccountId;
  readonly biller: Biller;
  /** One on file, or one that is charged this once by its token. */
  readonly card: Pick<Card, 'token'> & { readonly id?: Card['id'] };
  /** Where the browser goes after a page of the biller, where there is one. */
  readonly returnUrl: string;
  /** The same for a page in a frame. */
  readonly framedReturnUrl?: string | undefined;
  /** Most that the account may buy today, including this charge; null: debts are always charged. */
  readonly limitCents: number | null;
  /**
   * The order of this charge, recorded earlier by the caller: however often it is requested, on however many nodes, the
   * biller is asked once. Absent: a new one.
   */
  readonly orderId?: Uuid;
};

/** Outcome of a charge. Unknown: the biller has not told it yet, and its post decides. */
export type Charged =
  | { readonly order: Order; readonly outcome: 'succeeded' | 'declined' | 'unknown'; readonly link: null }
  | {
      readonly order: Order;
      readonly outcome: 'page';
      readonly link: string;
      /** Where it opens, if not where the biller's other pages do. */
      readonly opens?: Opening;
    };

/**
 * @throws billing.biller_unavailable, billing.daily_limit, billing.contact_support, billing.product_unknown for an
 *   offer that is taken
 */
export type ChargeCard = (request: ChargeRequest) => Promise<Charged>;

const isDecided = ({ state }: Order): boolean => !['created', 'sent', 'pending'].includes(state);

const decidedAs = (order: Order): Charged => ({
  order,
  outcome: order.state === 'declined' || order.state === 'expired' ? 'declined' : 'succeeded',
  link: null,
});

/**
 * Whether the biller may be asked for the charge of an order: nobody has asked, or the answer is lost and this biller knows
 * the charge again.
 */
export const makeCanAsk =
  (billers: Deps['billers']) =>
  (order: Order | undefined): boolean =>
    !order ||
    order.state === 'created' ||
    (order.state === 'sent' &&
      billers.get(order.biller)?.capabilities.knowsCharges === true &&
      Date.now() - order.createdAt.getTime() > LOST_AFTER_MS);

const canCharge = (biller: BillerPort, asked: Chosen | Owed): boolean =>
  biller.capabilities.hasOneClick && (!('country' in asked) || sells(biller, asked.product, asked.country));

/**
 * Makes an order and charges a card on file for it; an immediate answer of the biller is settled before any look-up.
 */
export function makeChargeCard({ orders, billers, mayCharge, takeAnswer }: Deps): ChargeCard {
  /** The order once the biller has told its outcome; undefined if not in time. */
  const awaitOutcome = async (id: Uuid): Promise<Order | undefined> => {
    const until = Date.now() + CHARGE_WAIT_MS;
    while (Date.now() < until) {
      const order = await orders.find(id);
      if (order && isDecided(order)) return order;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return undefined;
  };

  const canAsk = makeCanAsk(billers);
  return async ({ card, returnUrl, framedReturnUrl, orderId, ...asked }) => {
    const biller = billers.get(asked.biller);
    if (!biller || !canCharge(biller, asked)) throw new AppError('billing.biller_unavailable');
    // A person's own purchases have passed the guard of the call. Charges already on their way are only looked up.
    const isAutomatic = asked.purpose !== undefined && asked.purpose !== 'purchase';
    const known = isAutomatic && orderId ? await orders.find(orderId) : undefined;
    if (isAutomatic && (!known || known.state === 'created') && !(await mayCharge(asked.account)))
      throw new AppError('billing.contact_support');
    const order = await orders.reserve({ ...asked, id: orderId, way: 'charge' });
    if (!order) throw new AppError('billing.daily_limit');
    if (isDecided(order)) return decidedAs(order);
    let isUnknown = false;
    const isMine = await orders.markSent(order.id, card.id);
    if (isMine || (order.state !== 'created' && canAsk(order))) {
      const answer = await biller.charge(order, card.token, { returnUrl, framedReturnUrl });
      if (answer.kind === 'page') {
        const { link, opens, isChallenge } = answer;
        await (isChallenge ? orders.delayCharge(order.id) : orders.dropCharge(order.id));
        return { order, outcome: 'page', link, ...(opens && { opens }) };
      }
      if (answer.kind === 'told') await takeAnswer(biller.name, answer.event, answer.bytes);
      isUnknown = answer.kind === 'unknown';
    }
    const decided = isUnknown ? undefined : await awaitOutcome(order.id);
    return decided ? decidedAs(decided) : { order, outcome: 'unknown', link: null };
  };
}
