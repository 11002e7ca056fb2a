import { CallError, type Client } from '@klieg/contract/client';
import type { Product } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';

/** How an attempt to buy went on. */
export type PurchaseResult =
  | {
      readonly kind: 'bought';
      readonly orderId: string;
      readonly tokensAdded: number;
      readonly balanceTokens: number;
    }
  | { readonly kind: 'link'; readonly orderId: string; readonly link: string }
  /** The biller did not answer in time: the order is asked for until it is decided. */
  | { readonly kind: 'unknown'; readonly orderId: string }
  | {
      readonly kind: 'declined';
      readonly shouldVerify: boolean;
      readonly alternative: string | undefined;
      readonly text: string;
    }
  | { readonly kind: 'refused'; readonly error: unknown };

const params = (product: Product) => ({ biller: product.biller, internal_id: product.internal_id });

function refusal(error: unknown, product: Product): PurchaseResult {
  if (!(error instanceof CallError) || error.code !== 'billing.declined') return { kind: 'refused', error };
  const given = error.body?.params ?? {};
  const alternatives = Array.isArray(given['alternatives']) ? given['alternatives'] : [];
  // Only rocketgate offers ways on; every other biller just says what it says (BILLING-049, ERRORS-051).
  if (product.biller !== 'rocketgate' && alternatives.length === 0) return { kind: 'refused', error };
  const [first] = alternatives;
  return {
    kind: 'declined',
    shouldVerify: given['should_verify'] === true,
    alternative: typeof first === 'string' ? first : undefined,
    text: error.message,
  };
}

/** Charges a card on file by one press; the same key never charges twice (BILLING-048). */
export async function buyWithCard(
  api: Pick<Client, 'purchase'>,
  product: Product,
  cardId: string,
  idempotencyKey: string = uuidv7(),
): Promise<PurchaseResult> {
  try {
    const answer = await api.purchase({ params: params(product), body: { cardId }, idempotencyKey });
    if (answer.status === 1)
      return {
        kind: 'bought',
        orderId: answer.order_id,
        tokensAdded: answer.tokens_added,
        balanceTokens: answer.tokens,
      };
    return answer.link === null
      ? { kind: 'unknown', orderId: answer.order_id }
      : { kind: 'link', orderId: answer.order_id, link: answer.link };
  } catch (error) {
    return refusal(error, product);
  }
}

/** Asks for the biller's own page; makes an order and never charges. */
export async function buyAtBiller(
  api: Pick<Client, 'openPurchase'>,
  product: Product,
): Promise<PurchaseResult> {
  try {
    const { order_id: orderId, link } = await api.openPurchase({ params: params(product) });
    return { kind: 'link', orderId, link };
  } catch (error) {
    return refusal(error, product);
  }
}
