import { type callsByFeature, modelSettings, type Settings } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SaveSettings } from './save-settings.ts';

interface Deps {
  readonly save: SaveSettings;
}

const MODEL_ONLY = new Set(Object.keys(modelSettings.shape));

export function makeSettingsHandlers(deps: Deps): Handlers<(typeof callsByFeature)['settings'], SiteCaller> {
  return {
    async saveSettings({ body }, { caller }) {
      const account = caller.account!;
      const changes = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      ) as Partial<Settings>;
      if (!isModel(account) && Object.keys(changes).some((key) => MODEL_ONLY.has(key)))
        throw new AppError('settings.not_allowed');
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
