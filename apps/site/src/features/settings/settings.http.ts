import { type callsByFeature, modelSettings, type Settings } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { type Account, type AccountStore, invisibleLevelMax, isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

interface Deps {
  readonly accounts: AccountStore;
  /** The person's own daily limit counts in the ledger's own statement. */
  readonly setDailyLimit: (id: AccountId, tokens: number) => Promise<void>;
  /** Tells the person's pages which keys changed, and the room what is public of it. */
  readonly onChanged: (account: Account, changes: Partial<Settings>) => void;
}

const MODEL_ONLY = new Set(Object.keys(modelSettings.shape));
/** Prices of a private a minute that may be chosen. */
const isPriceAllowed = (changes: Partial<Settings>, now: Settings): boolean =>
  (changes.spy_cost ?? now.spy_cost) <= (changes.private_cost ?? now.private_cost);

export function makeSettingsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['settings'], SiteCaller> {
  return {
    async saveSettings({ body }, { caller }) {
      const account = caller.account!;
      const changes = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      ) as Partial<Settings>;
      if (!isModel(account) && Object.keys(changes).some((key) => MODEL_ONLY.has(key)))
        throw new AppError('settings.not_allowed');
      // Level 3 belongs to staff on duty and is never chosen (F2).
      if ((changes.invisible_mode_level ?? 0) > invisibleLevelMax(account.membership))
        throw new AppError('settings.not_allowed');
      if (!isPriceAllowed(changes, account.settings)) throw new AppError('settings.price_not_allowed');
      if (changes.daily_limit !== undefined) await deps.setDailyLimit(account.id, changes.daily_limit);
      const changed = await deps.accounts.mergeSettings(account.id, changes);
      deps.onChanged(changed, changes);
      const { settings } = changed;
      return {
        status: 1,
        settings,
        blocked_countries: settings.blocked_countries,
        blocked_states: settings.blocked_states,
      };
    },
  };
}
