import type { LimitedShow } from '@klieg/contract';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';

/** Buys a ticket for the price that was shown. @throws CallError */
export async function buyTicket(username: string, priceTokens: number): Promise<LimitedShow> {
  const body = { ticket_price: priceTokens };
  return (
    await sendSurely(['ticket', username, priceTokens], (idempotencyKey) =>
      lateApi.buyTicket({ params: { username }, body, idempotencyKey }),
    )
  ).limitedShow;
}

/** Buys the recording of the show that runs, for the price that was shown. @throws CallError */
export async function buyRecording(username: string, priceTokens: number): Promise<LimitedShow> {
  const body = { recording_price: priceTokens };
  return (
    await sendSurely(['recording', username, priceTokens], (idempotencyKey) =>
      lateApi.buyShowRecording({ params: { username }, body, idempotencyKey }),
    )
  ).limitedShow;
}
