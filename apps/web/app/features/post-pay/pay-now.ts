import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';

/** Charges the debt now. @throws CallError, billing.declined if the card is */
export async function payNow(): Promise<void> {
  try {
    const { tokens } = await sendSurely(['post-pay'], (idempotencyKey) =>
      lateApi.settlePostpay({ body: {}, idempotencyKey }),
    );
    meStore.dispatch({ type: 'balance', tokens });
  } finally {
    void readCurrentUser().catch(() => undefined);
  }
}
