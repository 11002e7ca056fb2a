import type { LimitedShow } from '@klieg/contract';
import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { lateApi } from '../../shared/api/late-client.ts';

/** Buys a ticket for the price that was shown. Sent once more under the same key where the answer was lost. @throws CallError */
export async function buyTicket(username: string, priceTokens: number): Promise<LimitedShow> {
  const idempotencyKey = uuidv7();
  const send = () =>
    lateApi.buyTicket({ params: { username }, body: { ticket_price: priceTokens }, idempotencyKey });
  try {
    return (await send()).limitedShow;
  } catch (error) {
    if (error instanceof CallError && error.httpStatus === 0) return (await send()).limitedShow;
    throw error;
  }
}
