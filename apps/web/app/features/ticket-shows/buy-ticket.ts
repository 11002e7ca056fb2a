import type { LimitedShow } from '@klieg/contract';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendTwice } from '../../shared/api/send-twice.ts';

/** Buys a ticket for the price that was shown. @throws CallError */
export async function buyTicket(username: string, priceTokens: number): Promise<LimitedShow> {
  const body = { ticket_price: priceTokens };
  return (
    await sendTwice((idempotencyKey) => lateApi.buyTicket({ params: { username }, body, idempotencyKey }))
  ).limitedShow;
}

/** Buys the recording of the show that runs, for the price that was shown. @throws CallError */
export async function buyRecording(username: string, priceTokens: number): Promise<LimitedShow> {
  const body = { recording_price: priceTokens };
  return (
    await sendTwice((idempotencyKey) =>
      lateApi.buyShowRecording({ params: { username }, body, idempotencyKey }),
    )
  ).limitedShow;
}
