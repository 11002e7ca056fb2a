import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A card was declined for a debt: no more credit until it is paid. */
export const linePastDue = fact<{
  readonly accountId: AccountId;
  /** The charge that was declined. */
  readonly chargeId: Uuid;
  readonly cents: number;
  /** When the card is charged again, in Unix milliseconds; null: only by the person. */
  readonly nextTryAt: number | null;
}>('post-pay.line_past_due');
