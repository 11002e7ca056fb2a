import { type Biller, toldKind } from '@klieg/contract';
import { z } from 'zod';
import type { Order } from '../../orders/order-store.ts';

/** A genuine post of a biller: what happened to which order. */
export const billerEvent = z.object({
  /** Unique per biller; a repeat is the same event. */
  eventId: z.string(),
  /**
   * `pending`: partly paid, or under review. `voided` takes a whole transaction back, `refunded` and `charged_back` the
   * amount they name; `dispute_won` gives back what `charged_back` took. `fraud_reported` is a bank's report to its
   * scheme (TC40), `alerted` announces a dispute; neither moves money.
   */
  kind: toldKind,
  /** Empty where the biller names only its transaction: the order is the one paid by it. */
  orderId: z.string(),
  /** Of a reversal: the transaction that it takes back. */
  transactionId: z.string(),
  /** Null where the biller does not say: the price of the order. */
  amountCents: z.int().nullable(),
  /** Null where the biller does not say: that of the order. */
  currency: z.string().nullable(),
  declineCode: z.string().nullable(),
  card: z
    .object({
      token: z.string(),
      brand: z.string(),
      last4: z.string(),
      /** Where the biller gives it. */
      expires: z.object({ month: z.int().min(1).max(12), year: z.int().min(2000).max(2999) }).optional(),
    })
    .nullable(),
  /** In an approval: the paid amount rather than the order decides the credit, as with gift cards. */
  paidTokens: z.int().positive().optional(),
});
export type BillerEvent = Readonly<z.infer<typeof billerEvent>>;

/** What was stored of a post; undefined where it cannot be read. */
export function readKeptEvent(body: string): BillerEvent | undefined {
  try {
    return billerEvent.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** A post as it was received. */
export interface RawPost {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What follows the question mark of its address, undecoded. */
  readonly query: string;
  /** Who sent it. */
  readonly address: string;
}

/** What a genuine post says, and the answer that its biller wants to hear, to the byte. */
export interface PostReading {
  /** Empty where nothing in it concerns money. */
  readonly events: readonly BillerEvent[];
  readonly acknowledgement: Acknowledgement;
}

export interface Acknowledgement {
  readonly contentType: string;
  readonly body: string;
}

/** Where a biller's page opens (http page, 8.2). */
export type Opening = 'same_window' | 'new_window' | 'in_page';

/** What a biller can do and for whom; it is never asked for anything else. */
export interface BillerCapabilities {
  /** The group its products are listed in. */
  readonly group: 'credit' | 'paypal' | 'others';
  /** ISO 4217; null: whatever the product costs. */
  readonly currencies: ReadonlySet<string> | null;
  /** Internal ids of products that it sells; null: all. */
  readonly products: ReadonlySet<string> | null;
  /** Least and most that can be paid, in cents by country; null: everywhere, any price. */
  readonly countries: Readonly<Record<string, readonly [leastCents: number, mostCents: number]>> | null;
  /** Whether it charges cards on file without a page. */
  readonly hasOneClick: boolean;
  /** It knows a charge by its order: asked for again it answers what came of the first, and charges nothing. */
  readonly knowsCharges?: true;
  readonly refunds: 'any_amount' | 'whole' | 'none';
  /** What its posts tell; the rest is learned from its settlement lines or by its staff. */
  readonly tells: ReadonlySet<BillerEvent['kind']>;
}

/** What a biller is told about a purchase besides the order. */
export interface PurchaseContext {
  /** Where the browser goes afterwards; it proves nothing. */
  readonly returnUrl: string;
  /** The same for a page in a frame of ours, which learns the end only this way. */
  readonly framedReturnUrl?: string | undefined;
  /** Value of a device, of billers that ask for one. */
  readonly fingerprint?: string | undefined;
}

/** What came of asking for a charge of a card on file. */
export type ChargeAnswer =
  /** The biller's own answer to our server decides it, as a post would. */
  | { readonly kind: 'told'; readonly event: BillerEvent; readonly bytes: Buffer }
  /** The outcome comes by post. */
  | { readonly kind: 'asked' }
  /** The card's holder has to confirm it on a page. */
  | {
      readonly kind: 'page';
      readonly link: string;
      /** Where it opens, if not where the biller's other pages do. */
      readonly opens?: Opening;
      /** The outcome is learned when its holder comes back, or by asking. */
      readonly isChallenge?: true;
    }
  /** The biller could not be reached, or has not answered: it may have charged, and its post will tell. */
  | { readonly kind: 'unknown' };

/** A sale as a biller lists it, which names no order. */
export interface ListedSale {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** What a biller says of a charge whose answer was lost. */
export type LookedUp =
  /** What its answer would have been. */
  | { readonly kind: 'told'; readonly event: BillerEvent; readonly bytes: Buffer }
  /** It knows of no such charge. */
  | { readonly kind: 'not_known' }
  /** Sales of that time and price; the caller has to find which one it is, if any. */
  | { readonly kind: 'listed'; readonly sales: readonly ListedSale[] }
  /** It could not be asked, or has not answered. */
  | { readonly kind: 'no_answer' };

/** How a biller is asked what came of charges whose answers were lost. */
export interface LostCharges {
  /** Shortest time between two questions that it accepts, in milliseconds. */
  readonly everyMs: number;
  /** After this time it knows of every charge that was made, in milliseconds. */
  readonly knownAfterMs: number;
  /** Asks about some at once. Never rejects. @returns an answer for each, in their order */
  ask(orders: readonly Order[]): Promise<readonly LookedUp[]>;
}

/** A page that is opened by posting a form to it. */
export interface PostedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The biller's name for what is confirmed there; absent: its own post reports the outcome of the page. */
  readonly reference?: string;
  /** Where the browser goes afterwards. */
  readonly returnUrl: string;
}

/** Keeps a form for an order. @returns the page of ours that posts it, and where its answer is to be posted to */
export type KeepForm = (order: Order, makeForm: (answerUrl: string) => PostedForm) => Promise<string>;

/** What came of asking for a refund. */
export type RefundAnswer =
  | Exclude<ChargeAnswer, { readonly kind: 'page' }>
  /** Nothing is given back. */
  | { readonly kind: 'refused' };

/** What to refund of a payment. */
export interface RefundRequest {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** All that was paid. */
  readonly isWhole: boolean;
}

/** A settled amount as reported by a biller, to compare with its posts. */
export interface SettlementLine {
  readonly transactionId: string;
  readonly kind: BillerEvent['kind'];
  readonly amountCents: number;
  readonly currency: string;
  /** As the biller writes it. */
  readonly at: string;
  /** The biller's fee, negative where it returns one; absent: unknown. */
  readonly feeCents?: number;
}

/** A row of a settlement file that cannot be booked. */
export interface UnreadRow {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * What a settlement file says: every row is a line, says nothing of money, or is among those that could not be read.
 */
export interface SettlementReading {
  readonly lines: readonly SettlementLine[];
  readonly unread: readonly UnreadRow[];
}

/**
 * One company that takes money. Its own words and signatures stay behind this port: an adapter translates and decides
 * nothing about orders.
 */
export interface BillerPort {
  readonly name: Biller;
  /** Name on the card statement. */
  readonly descriptor: string;
  readonly opens: Opening;
  /** Origin of its page, if it may be framed by ours; others open in the same window instead. */
  readonly frameOrigin?: string;
  readonly capabilities: BillerCapabilities;
  /** Address of the page on which an order is paid; undefined if the biller had to be asked for it and failed. */
  start(order: Order, context: PurchaseContext): Promise<string | undefined>;
  /** Asks for a charge of a card on file. Never rejects. */
  charge(order: Order, cardToken: string, context: PurchaseContext): Promise<ChargeAnswer>;
  /**
   * Continues a charge whose holder has come back from its challenge. Never rejects.
   * @param posted what their bank's page sent with them
   */
  finishChallenge?(
    order: Order,
    reference: string,
    posted: Readonly<Record<string, string>>,
  ): Promise<ChargeAnswer>;
  /** Absent: it cannot be asked; a post or a person decides. */
  readonly lostCharges?: LostCharges | undefined;
  /** What a post says, or undefined when it is not genuine or too old. */
  readPost(post: RawPost, nowMs: number): PostReading | undefined | Promise<PostReading | undefined>;
  /** Asks for a refund. Never rejects. */
  refund(request: RefundRequest): Promise<RefundAnswer>;
  /** Ends what would be charged again, named as the biller names it. @returns whether the biller agreed */
  cancel(id: string, reason: string): Promise<boolean>;
  /** What a settlement file says, row by row. */
  readSettlement(text: string): SettlementReading;
}
