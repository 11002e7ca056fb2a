import { toInstant } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Socket } from '../../platform/sockets/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import { makeLimitRaiseStore } from './limit-raise-store.ts';
import { raiseNeeds } from './limit-rules.ts';
import { makeRaiseLimit } from './raise-limit.ts';
import { makeSaveSettings } from './save-settings.ts';
import { settingsChanged } from './settings-changed.ts';
import type { SettingsParts } from './settings-parts.ts';
import { makeSettingsHandlers } from './settings.http.ts';

export type SettingsFeature = ReturnType<typeof composeSettings>;

/** What people choose for themselves, and the news of it. */
export function composeSettings(
  kit: Pick<Kit, 'database' | 'outbox' | 'notices' | 'feed' | 'clock'>,
  uses: { readonly identity: IdentityFeature; readonly settingsParts: SettingsParts },
) {
  const raises = makeLimitRaiseStore(kit.database);
  const {
    save: saveSettings,
    saveChosen,
    applyRaise,
  } = makeSaveSettings(kit, {
    accounts: uses.identity.accounts,
    parts: uses.settingsParts.parts,
    raiseLimit: makeRaiseLimit({ raises, clock: kit.clock }),
  });
  kit.notices.on(settingsChanged, ({ account, changes }) =>
    kit.feed.send(account.id, 'v3.user.settings', { seq: kit.clock.now(), settings: changes }),
  );
  const pendingOf = async ({ id }: Pick<Account, 'id'>) => {
    const raise = await raises.find(id);
    return raise ? { daily_limit: raise.limitTokens, from: toInstant(raise.dueAt) } : null;
  };
  const chores: readonly Chore[] = [
    {
      failure: 'higher limits of spending could not be set',
      everyMs: MINUTE_MS,
      on: 'one',
      run: async () => {
        for (const id of await raises.listDue(new Date(kit.clock.now()))) await applyRaise(id);
      },
    },
  ];
  return {
    lobbyPart: {
      onReady(socket: Socket, { account }: { readonly account: Account | null }) {
        if (account) socket.send('v3.user.settings', { seq: kit.clock.now(), settings: account.settings });
      },
    },
    saveSettings,
    saveChosenSettings: saveChosen,
    /** The higher limit that will apply later, and what is required before there can be one. */
    limitRaise: { pendingOf, raiseNeeds },
    /** Lowers somebody's own limit at once, raises it later. @throws billing.verify_first */
    async setDailyLimit({ id }: Pick<Account, 'id'>, limitTokens: number) {
      const { settings } = await saveSettings(id, { daily_limit: limitTokens });
      return { daily_limit: settings.daily_limit, pending: await pendingOf({ id }) };
    },
    chores,
    handlers: makeSettingsHandlers({
      save: saveSettings,
    }),
  };
}
