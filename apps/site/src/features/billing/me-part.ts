import type { MePart } from '../identity/index.ts';
import { showsSupportChat } from './care/support-chat-rule.ts';
import type { OrderStore } from './orders/order-store.ts';

/** What a member has bought, and whether a card is on file. */
export const makeBillingPart = (
  orders: Pick<OrderStore, 'listCards' | 'lastSucceeded'>,
): MePart<
  'has_purchase' | 'has_cc' | 'lastPayment' | 'user.has_devices_with_payments' | 'user.show_support_chat'
> => ({
  empty: {
    has_purchase: false,
    has_cc: false,
    lastPayment: null,
    'user.has_devices_with_payments': false,
    'user.show_support_chat': false,
  },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id, type, countryCode } }) => {
        const [cards, last] = await Promise.all([orders.listCards(id), orders.lastSucceeded(id)]);
        const hasCard = cards.length > 0;
        const chat = { hasCard, isModel: type === 'model', country: countryCode, studio: null };
        return {
          has_purchase: last !== undefined,
          has_cc: hasCard,
          'user.has_devices_with_payments': hasCard,
          'user.show_support_chat': showsSupportChat(chat),
          ...(last && {
            lastPayment: {
              amount: last.amountCents,
              currency: last.currency,
              tokens: last.tokens,
              biller: last.biller,
              at: last.createdAt.toISOString(),
            },
          }),
        };
      }),
    ),
});
