import type { Settings } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account, AccountStore, SettingsPart } from '../identity/index.ts';
import type { RaiseLimit } from './raise-limit.ts';
import { settingsChanged, settingsSaved } from './settings-changed.ts';

type Changes = Partial<Settings>;

/**
 * Stores changed settings and tells everybody concerned. Features judge them together with what others have changed
 * meanwhile, so that two simultaneous changes cannot combine into a forbidden one. A higher spending limit is stored
 * separately until it applies.
 * @throws common.not_found, billing.verify_first, and what the parts of features refuse
 */
export type SaveSettings = (id: AccountId, changes: Changes) => Promise<Account>;

/** Stores choices in the sequence of this account's changes, in their transaction. */
export type SaveChosenSettings = (
  id: AccountId,
  choose: (before: Account, within: Transaction) => Promise<Changes>,
) => Promise<Account>;

/** As the settings show it, without private values. */
const pick = (settings: Settings, keys: readonly (keyof Settings)[]): Changes =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

export function makeSaveSettings(
  kit: Pick<Kit, 'database' | 'outbox' | 'notices'>,
  uses: {
    readonly accounts: Pick<AccountStore, 'mergeSettings'>;
    readonly parts: readonly SettingsPart[];
    readonly raiseLimit: RaiseLimit;
  },
): {
  readonly save: SaveSettings;
  /** As `save`, with changes that are chosen once the account's row is locked; an empty choice keeps nothing. */
  readonly saveChosen: SaveChosenSettings;
  readonly applyRaise: (id: AccountId) => Promise<void>;
} {
  const { accounts, parts, raiseLimit } = uses;

  const keep = async (id: AccountId, changes: Changes, within: Transaction): Promise<Account> => {
    // The row is locked from here on: of two changes the later one sees the earlier.
    const shown = parts.reduce((rest, part) => part.shown?.(rest) ?? rest, changes);
    const merged = await accounts.mergeSettings(id, shown, within);
    for (const { refuse } of parts) {
      const refusal = refuse?.(changes, merged);
      if (refusal) throw new AppError(refusal);
    }
    for (const part of parts) await part.keep?.(id, changes, within);
    const keys = Object.keys(changes) as (keyof Settings)[];
    await kit.outbox.add(within, settingsSaved, { accountId: id, keys });
    return merged;
  };

  /** @param choose what counts now, asked once the account's row is locked */
  const change: SaveChosenSettings = async (id, choose) => {
    const { account, changes } = await kit.database.kysely.transaction().execute(async (transaction) => {
      const before = await accounts.mergeSettings(id, {}, transaction);
      const now = await choose(before, transaction);
      const isNothing = Object.keys(now).length === 0;
      return { account: isNothing ? before : await keep(id, now, transaction), changes: now };
    });
    const keys = Object.keys(changes) as (keyof Settings)[];
    if (keys.length > 0)
      kit.notices.tell(settingsChanged, { account, changes: pick(account.settings, keys) });
    kit.outbox.nudge();
    return account;
  };

  return {
    save: (id, changes) => change(id, (before, within) => raiseLimit.countingNow(changes, before, within)),
    saveChosen: change,
    applyRaise: async (id) => void (await change(id, (_before, within) => raiseLimit.takeDue(id, within))),
  };
}
