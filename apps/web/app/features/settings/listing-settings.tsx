import type { Settings } from '@klieg/contract';
import { Select, Field, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

const TWITTER_NAME_MAX = 15;

/** Where the room is shown, and as what. */
export function ListingSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  return (
    <SettingsSection title={<Trans>Where your room is shown</Trans>} state={state}>
      <Switch
        checked={settings.show_home === 'YES'}
        onChange={(event) => void save({ show_home: event.target.checked ? 'YES' : 'NO' })}
        note={<Trans>Search and lists show it in any case.</Trans>}
      >
        <Trans>On the home page</Trans>
      </Switch>
      <Field label={<Trans>Who is before the camera</Trans>}>
        <Select
          value={settings.broadcast_category}
          onChange={(event) =>
            void save({ broadcast_category: event.target.value as Settings['broadcast_category'] })
          }
        >
          <option value="solo">{t`One person`}</option>
          <option value="group">{t`Several people`}</option>
        </Select>
      </Field>
    </SettingsSection>
  );
}

/** The account at Twitter that belongs to the room. */
export function TwitterSettings({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  const { twitter } = settings;
  const hasName = twitter.username !== '';
  return (
    <SettingsSection title={<Trans>X (Twitter)</Trans>} state={state}>
      <DraftField
        label={<Trans>Your name there</Trans>}
        hint={
          hasName && !twitter.is_valid ? (
            <Trans>This cannot be a name there: letters, digits and _ alone.</Trans>
          ) : (
            <Trans>Without the @.</Trans>
          )
        }
        value={twitter.username}
        lengthMax={TWITTER_NAME_MAX}
        onSave={(text) => {
          const username = text.replace(/^@/u, '');
          return save({
            twitter: { ...twitter, username, is_enabled: twitter.is_enabled && username !== '' },
          });
        }}
      />
      <Switch
        checked={twitter.is_enabled}
        disabled={!twitter.is_valid}
        onChange={(event) => void save({ twitter: { ...twitter, is_enabled: event.target.checked } })}
      >
        <Trans>Use this account</Trans>
      </Switch>
    </SettingsSection>
  );
}
