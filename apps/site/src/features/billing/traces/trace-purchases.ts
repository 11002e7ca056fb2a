import { isUuidV7, type Log } from '@klieg/kernel';
import type { SiteCaller } from '../../sessions/index.ts';
import type { makeBillingHandlers } from '../billing.http.ts';
import type { TraceStore } from './trace-store.ts';

type BillingHandlers = ReturnType<typeof makeBillingHandlers>;

/**
 * The calls that buy, with a trace stored of where and with which device somebody goes to pay. If that fails the
 * purchase continues.
 */
export function tracePurchases(
  handlers: BillingHandlers,
  { traces, log }: { readonly traces: Pick<TraceStore, 'keep'>; readonly log: Log },
): BillingHandlers {
  const keep = async (caller: SiteCaller, orderId: string, device: string | undefined): Promise<void> => {
    if (!isUuidV7(orderId)) return;
    // This machine's own address would be everybody's behind a proxy that was not configured.
    const address = caller.isLoopback || caller.address === '' ? null : caller.address;
    await traces
      .keep(orderId, { address, device: device ?? null })
      .catch((err: unknown) => log.error({ err, order: orderId }, 'the trace of a purchase was not kept'));
  };
  return {
    ...handlers,
    async openPurchase(input, context) {
      const answer = await handlers.openPurchase(input, context);
      await keep(context.caller, answer.order_id, input.query.fingerprint);
      return answer;
    },
    async purchase(input, context) {
      const answer = await handlers.purchase(input, context);
      await keep(context.caller, answer.order_id, input.body.fingerprint);
      return answer;
    },
    async getPurchaseLink(input, context) {
      const answer = await handlers.getPurchaseLink(input, context);
      await keep(context.caller, answer.order_id, undefined);
      return answer;
    },
  };
}
