import type { Settings } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type Account, chosenInvisibleLevel } from '../identity/index.ts';
import type { SettingsParts } from '../settings/index.ts';
import type { RoomHub } from './hub/room-hub.ts';

/** A performer's room follows the settings, and every room how hidden somebody wants to be. */
export const makeFollowSettings =
  (deps: {
    readonly hub: RoomHub;
    readonly feed: AccountFeed;
    readonly settingOf: SettingsParts['inRoom'];
    readonly clock: Clock;
  }) =>
  ({ account, changes }: { readonly account: Account; readonly changes: Partial<Settings> }): void => {
    const { hub, feed, clock } = deps;
    if (account.type === 'model') {
      const settings = deps.settingOf(account.settings) as unknown as Record<string, unknown>;
      hub.command(account.username, { kind: 'rules' });
      void hub.submit(account.username, {
        kind: 'state',
        name: 'v3.chat.model_settings',
        payload: { settings },
      });
    }
    if (changes.cam2cam !== undefined)
      void hub.submit(account.username, {
        kind: 'state',
        name: 'v3.chat.update',
        payload: { cam2cam: changes.cam2cam },
      });
    if (changes.show_viewer_list !== undefined)
      hub.command(account.username, { kind: 'viewer_list', isShown: changes.show_viewer_list });
    if (changes.invisible_mode_level === undefined) return;
    const level = chosenInvisibleLevel(account);
    feed.send(account.id, 'v3.user.invisible-mode', {
      seq: clock.now(),
      username: account.username,
      invisible_mode_level: level,
    });
    hub.hide(account.id, level);
  };
