import type { Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { settingsChanged, settingsSaved } from './settings-changed.ts';

/** Keeps changed settings and tells everybody whom they concern. @throws common.not_found */
export type SaveSettings = (id: AccountId, changes: Partial<Settings>) => Promise<Account>;

export const makeSaveSettings =
  (
    kit: Pick<Kit, 'database' | 'outbox' | 'notices'>,
    accounts: Pick<AccountStore, 'mergeSettings'>,
  ): SaveSettings =>
  async (id, changes) => {
    const account = await kit.database.kysely.transaction().execute(async (transaction) => {
      const merged = await accounts.mergeSettings(id, changes, transaction);
      const keys = Object.keys(changes) as (keyof Settings)[];
      await kit.outbox.add(transaction, settingsSaved, { accountId: id, keys });
      return merged;
    });
    kit.notices.tell(settingsChanged, { account, changes });
    kit.outbox.nudge();
    return account;
  };
