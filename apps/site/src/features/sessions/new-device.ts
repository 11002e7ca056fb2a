import type { AccountId } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** Somebody has logged in to an account from a browser that has not done so before. Empty: it did not say. */
export const newDevice = fact<{
  readonly accountId: AccountId;
  readonly browser: string;
  readonly device: string;
  readonly country: string | null;
}>('sessions.new_device');
