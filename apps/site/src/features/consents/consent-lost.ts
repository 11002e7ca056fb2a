import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** Somebody has withdrawn: broadcasts that have named them end, and their recordings go off. */
export const consentLost = fact<{
  readonly modelId: AccountId;
  readonly broadcastIds: readonly Uuid[];
  /** Absent in facts of older versions. */
  readonly consentId?: Uuid;
}>('consents.lost');
