import type { Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { fact, notice } from '../../platform/events/index.ts';
import type { Account } from '../identity/index.ts';

/** Somebody's settings changed just now, by this process: pages and rooms follow at once. */
export const settingsChanged = notice<{
  /** With the new settings. */
  readonly account: Account;
  readonly changes: Partial<Settings>;
}>('settings.changed', 'here');

/** The same for effects that must happen, such as a stream that gets a new name with a new password. */
export const settingsSaved = fact<{
  readonly accountId: AccountId;
  /** The settings that were given, also where the value is the same as before. */
  readonly keys: readonly (keyof Settings)[];
}>('settings.saved');
