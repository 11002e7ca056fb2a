import type { Biller } from '@klieg/contract';
import type { BillerEvent, BillerPort, RefundRequest } from '../billers/port/biller-port.ts';

/** What came of asking; `asked`: the biller's post or answer books it. */
export type Refunded = 'asked' | 'refused' | 'unknown';

/** Asks a biller to refund a payment, as far as it can; books nothing itself. Never rejects because of the biller. */
export type RefundPayment = (biller: Biller, request: RefundRequest) => Promise<Refunded>;

export function makeRefundPayment(deps: {
  readonly billers: ReadonlyMap<Biller, BillerPort>;
  /** Takes what a biller answered as if it had posted it. */
  readonly takeAnswer: (biller: Biller, event: BillerEvent, bytes: Buffer) => Promise<void>;
}): RefundPayment {
  return async (name, request) => {
    const biller = deps.billers.get(name);
    const refunds = biller?.capabilities.refunds ?? 'none';
    if (!biller || refunds === 'none' || (refunds === 'whole' && !request.isWhole)) return 'refused';
    const answer = await biller.refund(request);
    if (answer.kind !== 'told') return answer.kind;
    await deps.takeAnswer(biller.name, answer.event, answer.bytes);
    return 'asked';
  };
}
