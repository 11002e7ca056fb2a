import type { Settings } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Account, AccountStore, SettingsPart } from '../identity/index.ts';
import { settingsChanged, settingsSaved } from './settings-changed.ts';

/**
 * Keeps changed settings and tells everybody whom they concern. Features judge them as they stand together with
 * what others have changed meanwhile, so that two changes at once cannot make what neither may.
 * @throws common.not_found, and what the parts of features refuse
 */
export type SaveSettings = (id: AccountId, changes: Partial<Settings>) => Promise<Account>;

export const makeSaveSettings =
  (
    kit: Pick<Kit, 'database' | 'outbox' | 'notices'>,
    accounts: Pick<AccountStore, 'mergeSettings'>,
    parts: readonly SettingsPart[],
  ): SaveSettings =>
  async (id, changes) => {
    const account = await kit.database.kysely.transaction().execute(async (transaction) => {
      // The row is locked from here on: of two changes the later one sees the earlier.
      const merged = await accounts.mergeSettings(id, changes, transaction);
      for (const { refuse } of parts) {
        const refusal = refuse?.(changes, merged);
        if (refusal) throw new AppError(refusal);
      }
      for (const { keep } of parts) await keep?.(id, changes);
      const keys = Object.keys(changes) as (keyof Settings)[];
      await kit.outbox.add(transaction, settingsSaved, { accountId: id, keys });
      return merged;
    });
    kit.notices.tell(settingsChanged, { account, changes });
    kit.outbox.nudge();
    return account;
  };
