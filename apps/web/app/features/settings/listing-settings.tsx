import type { Settings } from '@klieg/contract';
import { Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

/** Where the room is shown. */
export function ListingSettings({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  return (
    <SettingsSection title={<Trans>Where your room is shown</Trans>} state={state}>
      <Switch
        checked={settings.show_home === 'YES'}
        onChange={(event) => void save({ show_home: event.target.checked ? 'YES' : 'NO' })}
        note={<Trans>Search and lists always show it.</Trans>}
      >
        <Trans>On the home page</Trans>
      </Switch>
    </SettingsSection>
  );
}
