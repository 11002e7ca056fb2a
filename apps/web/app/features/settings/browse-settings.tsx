import type { Settings } from '@klieg/contract';
import { Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

/** How somebody goes through rooms. */
export function BrowseSettings({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  return (
    <SettingsSection title={<Trans>Browsing</Trans>} state={state}>
      <Switch
        checked={settings.swipe_to_browse_enabled}
        onChange={(event) => void save({ swipe_to_browse_enabled: event.target.checked })}
      >
        <Trans>Swipe through rooms on a phone</Trans>
      </Switch>
      <Switch
        checked={settings.video_player_floating_enabled === 'YES'}
        onChange={(event) =>
          void save({ video_player_floating_enabled: event.target.checked ? 'YES' : 'NO' })
        }
      >
        <Trans>Floating player when I scroll</Trans>
      </Switch>
    </SettingsSection>
  );
}
