import type { ErrorCode, Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account } from './account.ts';
import { MASK, savePhone, shownPhone } from './phone-store.ts';
import { invisibleLevelMax } from './invisible-rules.ts';

/**
 * What one feature does with its own settings; their fields are in its `settings.ts` in the contract. @template Shown
 * what everybody in a performer's room may know of them
 */
export interface SettingsPart<Shown extends object = object> {
  readonly inRoom?: (settings: Settings) => Shown;
  /** Why this account, with its settings as they are after the change, may not make it; undefined: it may. */
  readonly refuse?: (changes: Partial<Settings>, account: Account) => ErrorCode | undefined;
  /** What the settings show of a change; absent: everything. */
  readonly shown?: (changes: Partial<Settings>) => Partial<Settings>;
  /** Keeps a choice where it is enforced, in the transaction that keeps the setting. */
  readonly keep?: (id: AccountId, changes: Partial<Settings>, within: Transaction) => Promise<void>;
}

export const identitySettings = {
  /** Of a phone number the last three digits; one that was read before changes nothing. */
  shown({ user_phone_number: number, ...others }) {
    if (number === undefined || number?.startsWith(MASK)) return others;
    return { ...others, user_phone_number: number && shownPhone(number) };
  },
  keep: async (id, { user_phone_number: number }, within) => {
    if (number !== undefined && !number?.startsWith(MASK)) await savePhone(within, id, number);
  },
  // Level 3 belongs to staff on duty and is never chosen (F2).
  refuse: ({ invisible_mode_level: level = 0 }, { membership }) =>
    level > invisibleLevelMax(membership) ? 'settings.not_allowed' : undefined,
} satisfies SettingsPart;
