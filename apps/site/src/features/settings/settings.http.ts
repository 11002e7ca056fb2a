import { type callsByFeature, modelSettings, type Settings } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { invisibleLevelMax, isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SaveSettings } from './save-settings.ts';

interface Deps {
  readonly save: SaveSettings;
  /** The person's own daily limit counts in the ledger's own statement. */
  readonly setDailyLimit: (id: AccountId, tokens: number) => Promise<void>;
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
      const { settings } = await deps.save(account.id, changes);
      return {
        status: 1,
        settings,
        blocked_countries: settings.blocked_countries,
        blocked_states: settings.blocked_states,
      };
    },
  };
}
