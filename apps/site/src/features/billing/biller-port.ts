import type { Biller } from '@klieg/contract';
import type { Order } from './order-store.ts';

/** A post of a biller that is genuine: what happened to which order. */
export interface BillerEvent {
  /** Unique per biller; a repeat is the same event. */
  readonly eventId: string;
  readonly kind: 'approved' | 'declined' | 'refunded' | 'charged_back';
  readonly orderId: string;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly declineCode: string | null;
  readonly card: { readonly token: string; readonly brand: string; readonly last4: string } | null;
}

/** One company that takes money. Its own words and signatures stay behind this port. */
export interface BillerPort {
  readonly name: Biller;
  /** Name on the card statement. */
  readonly descriptor: string;
  /** Address of the hosted payment page of an order. */
  linkFor(order: Order, returnUrl: string): string;
  /** Asks for a charge of a card on file; the outcome comes by post. @returns false when it could not be asked */
  charge(order: Order, cardToken: string): Promise<boolean>;
  /** The event in a post, or undefined when the post is not genuine or too old. */
  readPostback(
    rawBody: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    nowMs: number,
  ): BillerEvent | undefined;
  /** What the biller wants to hear. */
  readonly acknowledgement: string;
}
