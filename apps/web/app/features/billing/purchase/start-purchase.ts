import type { AutoReUps, Biller, Opening, Product } from '@klieg/contract';
import { CallError, type Client } from '@klieg/contract/client';
import { sendSurely } from '#app/shared/api/send-surely.ts';
import { deviceValue } from '../device-value.ts';

/** What is bought and where, with the consent to automatic purchases if it was given. */
export type Wanted = Pick<Product, 'biller' | 'internal_id'> & { readonly consent?: AutoReUps | undefined };

/** Result of an attempt to buy. */
export type PurchaseResult =
  | {
      readonly kind: 'bought';
      readonly orderId: string;
      readonly tokensAdded: number;
      readonly balanceTokens: number;
    }
  | { readonly kind: 'link'; readonly orderId: string; readonly link: string; readonly opens: Opening }
  /** The biller did not answer in time: the order is asked for until it is decided. */
  | { readonly kind: 'unknown'; readonly orderId: string }
  /** RocketGate declined: there are ways on (BILLING-049). */
  | {
      readonly kind: 'declined';
      readonly orderId: string | undefined;
      readonly shouldVerify: boolean;
      readonly alternatives: readonly Biller[];
      /** Why, in the biller's words. */
      readonly text: string;
    }
  /** Any other biller declined: it only says what it says (ERRORS-051). */
  | {
      readonly kind: 'failed';
      readonly orderId: string | undefined;
      readonly text: string;
      readonly reason: string;
    }
  | { readonly kind: 'limit' }
  | { readonly kind: 'refused'; readonly error: unknown };

const params = ({ biller, internal_id }: Wanted) => ({ biller, internal_id });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function refusal(error: unknown, { biller }: Wanted): PurchaseResult {
  if (!(error instanceof CallError)) return { kind: 'refused', error };
  if (error.code === 'billing.daily_limit') return { kind: 'limit' };
  if (error.code !== 'billing.declined') return { kind: 'refused', error };
  const given = error.body?.params ?? {};
  const orderId = textOf(given['order_id']) || undefined;
  const reason = textOf(given['reason']);
  if (biller !== 'rocketgate') return { kind: 'failed', orderId, text: error.message, reason };
  return {
    kind: 'declined',
    orderId,
    shouldVerify: given['should_verify'] === true,
    alternatives: Array.isArray(given['alternatives']) ? (given['alternatives'] as Biller[]) : [],
    text: reason,
  };
}

/** Charges a card on file by one press, which is asked for until it is decided and charges once (BILLING-048). */
export async function buyWithCard(
  api: Pick<Client, 'purchase'>,
  wanted: Wanted,
  cardId: string,
): Promise<PurchaseResult> {
  try {
    const { consent } = wanted;
    const body = { cardId, fingerprint: deviceValue(), ...(consent && { autoReUpsSettings: consent }) };
    const answer = await sendSurely(['purchase', wanted, cardId], (idempotencyKey) =>
      api.purchase({ params: params(wanted), body, idempotencyKey }),
    );
    if (answer.status === 1)
      return {
        kind: 'bought',
        orderId: answer.order_id,
        tokensAdded: answer.tokens_added,
        balanceTokens: answer.tokens,
      };
    return answer.link === null
      ? { kind: 'unknown', orderId: answer.order_id }
      : { kind: 'link', orderId: answer.order_id, link: answer.link, opens: answer.opens };
  } catch (error) {
    return refusal(error, wanted);
  }
}

/**
 * Requests the biller's own page; makes an order and never charges. The device's id is stored with the purchase, and
 * sent to Rocketfuel (BILLING-053).
 */
export async function buyAtBiller(
  api: Pick<Client, 'openPurchase'>,
  wanted: Wanted,
): Promise<PurchaseResult> {
  try {
    const query = {
      fingerprint: deviceValue(),
      ...(wanted.consent && { autoReUpsSettings: JSON.stringify(wanted.consent) }),
    };
    const { order_id: orderId, link, opens } = await api.openPurchase({ params: params(wanted), query });
    return { kind: 'link', orderId, link, opens };
  } catch (error) {
    return refusal(error, wanted);
  }
}
