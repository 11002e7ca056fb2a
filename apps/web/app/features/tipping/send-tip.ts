import { CallError, type Client } from '@klieg/contract/client';
import { sendSurely } from '../../shared/api/send-surely.ts';

/** What the page does after a tip that was refused (http page, section 10). */
export type TipFollowUp =
  | { readonly kind: 'buy-tokens'; readonly missingTokens: number | undefined }
  | { readonly kind: 'daily-limit-verify' }
  | { readonly kind: 'daily-low-limit' }
  | { readonly kind: 'postpay-card' }
  /** An error toast titled 'Tipping Unavailable'. */
  | { readonly kind: 'unavailable'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'error'; readonly error: unknown };

export type TipResult =
  | { readonly ok: true; readonly amountTokens: number; readonly balanceTokens: number }
  | { readonly ok: false; readonly followUp: TipFollowUp };

/** The follow-up of a refusal, by its errorType. */
export function followUpOf(error: unknown): TipFollowUp {
  if (!(error instanceof CallError)) return { kind: 'error', error };
  const missing = error.body?.params['missing_tokens'];
  switch (error.body?.errorType) {
    case 'not_enough_tokens':
      return { kind: 'buy-tokens', missingTokens: typeof missing === 'number' ? missing : undefined };
    case 'over_daily_limit':
      return { kind: 'daily-limit-verify' };
    case 'user_daily_limit':
      return { kind: 'daily-low-limit' };
    case 'tip_geo_block_receiver':
    case 'tip_geo_block_sender':
      return { kind: 'unavailable', text: error.message };
    case 'postpay_card_fail':
      // With this message the card is fine and only the credit line is used up: then nothing opens.
      return error.message === 'Not enough tokens' ? { kind: 'nothing' } : { kind: 'postpay-card' };
    default:
      return { kind: 'error', error };
  }
}

export interface TipIntent {
  /** Receiver's account id; a missing one is refused before anything is sent. */
  readonly receiverId: number | undefined;
  readonly amountTokens: number;
  readonly comment: string;
  /** Where it is given; absent: in the room. */
  readonly type?: 'tip' | 'feed' | 'tip_menu';
  /** What it is given for, where an app of the room sells that. */
  readonly appData?: { readonly app_id: number; readonly item_id: string };
}

/** Sends a tip; with an unknown result it is retried under the same key, also by the next press. */
export async function sendTip(api: Pick<Client, 'sendTip'>, intent: TipIntent): Promise<TipResult> {
  const { receiverId, amountTokens, comment, appData, type = 'tip' } = intent;
  if (receiverId === undefined) return { ok: false, followUp: { kind: 'error', error: undefined } };
  const params = { id: String(receiverId) };
  const body = {
    amount: amountTokens,
    type,
    ...(comment && { comment }),
    ...(appData && { app_data: appData }),
  };
  try {
    const answer = await sendSurely(['tip', params, body], (idempotencyKey) =>
      api.sendTip({ params, body, idempotencyKey }),
    );
    return { ok: true, amountTokens: answer.amount, balanceTokens: answer.tokens };
  } catch (error) {
    return { ok: false, followUp: followUpOf(error) };
  }
}
