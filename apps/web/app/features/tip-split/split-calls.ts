import { CallError, type Client } from '@klieg/contract/client';
import type { TipSplitState } from '@klieg/contract';
import { sendSurely } from '../../shared/api/send-surely.ts';

/** What the page may do with the split of a room. */
export type SplitAction = 'join' | 'leave' | 'cancel';

/** The split afterwards, and the spendable balance if the call returns it. */
export interface SplitAnswer {
  readonly tipSplit: TipSplitState;
  readonly tokens?: number;
}

type Calls = Pick<Client, 'proposeTipSplit' | 'joinTipSplit' | 'leaveTipSplit' | 'cancelTipSplit'>;

/** Proposes a split and holds the own part. @throws CallError */
export function proposeSplit(
  api: Calls,
  username: string,
  wish: { readonly amount: number; readonly splitters: number; readonly comment: string },
): Promise<SplitAnswer> {
  const { amount, splitters, comment } = wish;
  const body = { amount, target_splitters: splitters, ...(comment && { comment }) };
  return sendSurely(['split', username, body], (idempotencyKey) =>
    api.proposeTipSplit({ params: { username }, body, idempotencyKey }),
  );
}

/** One press. `share` is the share that was shown: refused if it has changed. @throws CallError */
export function changeSplit(
  api: Calls,
  username: string,
  { action, share }: { readonly action: SplitAction; readonly share: number },
): Promise<SplitAnswer> {
  const params = { username };
  if (action === 'leave') return api.leaveTipSplit({ params, body: {} });
  if (action === 'cancel') return api.cancelTipSplit({ params, body: {} });
  return sendSurely(['split share', username, share], (idempotencyKey) =>
    api.joinTipSplit({ params, body: { split_amount: share }, idempotencyKey }),
  );
}

/** Whether a refusal says that the split is not what the page shows. */
export const isStale = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'tipping.split_gone' || error.code === 'tipping.split_changed');
