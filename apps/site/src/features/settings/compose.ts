import type { Kit } from '../../platform/kit.ts';
import type { Socket } from '../../platform/sockets/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
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
  const saveSettings = makeSaveSettings(kit, uses.identity.accounts, uses.settingsParts.parts);
  kit.notices.on(settingsChanged, ({ account, changes }) =>
    kit.feed.send(account.id, 'v3.user.settings', { seq: kit.clock.now(), settings: changes }),
  );
  return {
    lobbyPart: {
      onReady(socket: Socket, { account }: { readonly account: Account | null }) {
        if (account) socket.send('v3.user.settings', { seq: kit.clock.now(), settings: account.settings });
      },
    },
    saveSettings,
    handlers: makeSettingsHandlers({
      save: saveSettings,
    }),
  };
}
