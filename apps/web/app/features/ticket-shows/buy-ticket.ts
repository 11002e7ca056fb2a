import type { LimitedShow } from '@klieg/contract';
import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { lateApi } from '../../shared/api/late-client.ts';

/** Sends once more under the same key where the answer was lost: nobody pays twice. */
async function sendTwice(
  send: (idempotencyKey: string) => Promise<{ readonly limitedShow: LimitedShow }>,
): Promise<LimitedShow> {
  const key = uuidv7();
  try {
    return (await send(key)).limitedShow;
  } catch (error) {
    if (error instanceof CallError && error.httpStatus === 0) return (await send(key)).limitedShow;
    throw error;
  }
}

/** Buys a ticket for the price that was shown. @throws CallError */
export const buyTicket = (username: string, priceTokens: number): Promise<LimitedShow> =>
  sendTwice((idempotencyKey) =>
    lateApi.buyTicket({ params: { username }, body: { ticket_price: priceTokens }, idempotencyKey }),
  );

/** Buys the recording of the show that runs, for the price that was shown. @throws CallError */
export const buyRecording = (username: string, priceTokens: number): Promise<LimitedShow> =>
  sendTwice((idempotencyKey) =>
    lateApi.buyShowRecording({
      params: { username },
      body: { recording_price: priceTokens },
      idempotencyKey,
    }),
  );
