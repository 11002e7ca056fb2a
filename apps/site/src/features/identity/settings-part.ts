import type { ErrorCode, Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account } from './account.ts';
import { invisibleLevelMax } from './invisible-rules.ts';

/**
 * What one feature does with the settings that it owns; their fields stand in its `settings.ts` in the
 * contract. @template Shown what everybody in a performer's room may know of them
 */
export interface SettingsPart<Shown extends object = object> {
  readonly inRoom?: (settings: Settings) => Shown;
  /** Why this account, with its settings as they are after the change, may not make it; undefined: it may. */
  readonly refuse?: (changes: Partial<Settings>, account: Account) => ErrorCode | undefined;
  /** Keeps a choice where it is enforced, in the transaction that keeps the setting. */
  readonly keep?: (id: AccountId, changes: Partial<Settings>, within: Transaction) => Promise<void>;
}

export const identitySettings = {
  // Level 3 belongs to staff on duty and is never chosen (F2).
  refuse: ({ invisible_mode_level: level = 0 }, { membership }) =>
    level > invisibleLevelMax(membership) ? 'settings.not_allowed' : undefined,
} satisfies SettingsPart;
