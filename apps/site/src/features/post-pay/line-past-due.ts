import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A card was declined for what somebody owes: they have no credit until it is paid. */
export const linePastDue = fact<{
  readonly accountId: AccountId;
  /** The charge that was declined. */
  readonly chargeId: Uuid;
  readonly cents: number;
  /** When the card is charged again, in Unix milliseconds; null: by nobody but the person. */
  readonly nextTryAt: number | null;
}>('post-pay.line_past_due');
