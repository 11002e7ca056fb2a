import type { AgeMethod } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';

/** What a vendor's own server says of a session. `open`: its person is not done, or a reviewer looks at it. */
export type VendorResult = 'passed' | 'failed' | 'open' | 'expired';

/** What a vendor is told about a check: nothing about the person. */
export interface VendorAsk {
  readonly checkId: Uuid;
  readonly method: AgeMethod;
  /** Where the browser comes back to; it proves nothing. */
  readonly returnUrl: string;
  /** Where the vendor's server says that there is a result. */
  readonly callbackUrl: string;
}

/** A vendor that checks on its own pages. Adapters translate and decide nothing. */
export interface AgeVendor {
  readonly name: 'yoti' | 'incode';
  readonly methods: readonly AgeMethod[];
  /** Opens a session; undefined where the vendor could not be asked. Never rejects. */
  start(ask: VendorAsk): Promise<{ readonly reference: string; readonly url: string } | undefined>;
  /** The session that a callback names, unproven: the result is asked for. */
  readCallback(body: Buffer): string | undefined;
  /** Undefined where the vendor could not be asked. Never rejects. */
  resultOf(reference: string): Promise<VendorResult | undefined>;
}

/** What opens a vendor's card fields in a browser. */
export interface CardFieldsGrant {
  readonly accessToken: string;
  readonly expiresSeconds: number;
  readonly account: string;
  readonly subaccount: string;
  readonly scriptUrl: string;
}

/** The service that provides the fields for card number and code, and tells whether the card is good. */
export interface CardVendor {
  /** Undefined where the vendor could not be asked. Never rejects. */
  openFields(): Promise<CardFieldsGrant | undefined>;
  /** Authorizes the card of a payment token; the authorization must be voided. Never rejects. */
  authorize(
    paymentToken: string,
  ): Promise<{ readonly isApproved: boolean; readonly transactionId?: string } | undefined>;
  /** @returns whether the vendor agreed */
  void(transactionId: string): Promise<boolean>;
  /** How the biller that sells the offer calls the card of a payment token. */
  readonly biller: 'ccbill' | 'sandbox';
  cardTokenOf(paymentToken: string): string;
  /** Origins of its browser script, and of what that script calls. */
  readonly scriptOrigins: readonly string[];
}

/** How long a vendor may take to answer. */
const ANSWER_MS = 8_000;
const ANSWER_BYTES_MAX = 256 * 1024;

/** The JSON object that a vendor answered; undefined where it could not be reached or refused. Never rejects. */
export async function askVendor(
  url: string,
  init: RequestInit = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(url, { redirect: 'error', ...init, signal: AbortSignal.timeout(ANSWER_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || bytes.length > ANSWER_BYTES_MAX) return undefined;
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof json === 'object' && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}

/** A text field of a callback's JSON; undefined where it cannot be read or is longer than any reference. */
export function textIn(body: Buffer, field: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    const value =
      typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[field] : undefined;
    return typeof value === 'string' && value.length > 0 && value.length <= 200 ? value : undefined;
  } catch {
    return undefined;
  }
}
