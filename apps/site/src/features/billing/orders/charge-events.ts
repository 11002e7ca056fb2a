import type { BillerEvent, ListedSale } from '../billers/port/biller-port.ts';
import type { Order } from './order-store.ts';

type Terms = Pick<Order, 'id' | 'amountCents' | 'currency'>;

/** A charge that was made, as its lost answer would have told it. */
export const chargePaid = (
  { id, amountCents, currency }: Terms,
  { transactionId }: Pick<ListedSale, 'transactionId'>,
): BillerEvent => ({
  eventId: `found ${transactionId}`,
  kind: 'approved',
  orderId: id,
  transactionId,
  amountCents,
  currency,
  declineCode: null,
  card: null,
});

/** A charge that never was made. A later approval of the biller still counts. */
export const chargeNotMade = ({ id, amountCents, currency }: Terms): BillerEvent => ({
  eventId: `not charged ${id}`,
  kind: 'declined',
  orderId: id,
  transactionId: `none of ${id}`,
  amountCents,
  currency,
  declineCode: 'RETRY',
  card: null,
});
