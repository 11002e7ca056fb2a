import type { Settings } from '@klieg/contract';
import { Button, ErrorBox, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { PlaceList } from './place-list.tsx';
import { countriesOf, statesOf } from '../../shared/places.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

const COUNTRIES_MAX = 250;
const STATES_MAX = 100;
const PASSWORD_MIN = 4;
const PASSWORD_MAX = 32;

/** Who is kept out of the performer's room. */
export function BlockingSettings({ settings }: { readonly settings: Settings }) {
  const { t, i18n } = useLingui();
  const { state, reload } = useLoaded('geo', (signal) => lateApi.getGeoLists({ signal }));
  const lists = state.kind === 'ready' ? state.value : undefined;
  const places = useSave();
  const people = useSave();
  const password = useSave();
  const countries = useMemo(() => (lists ? countriesOf(lists, i18n.locale) : []), [lists, i18n.locale]);
  const states = useMemo(() => (lists ? statesOf(lists, i18n.locale) : []), [lists, i18n.locale]);
  return (
    <>
      <SettingsSection
        title={<Trans>Places</Trans>}
        note={<Trans>People there find neither your room nor your name.</Trans>}
        state={places.state}
      >
        {state.kind === 'failed' && (
          <ErrorBox title={<Trans>The lists did not load</Trans>} onRetry={reload}>
            <Trans>They still apply.</Trans>
          </ErrorBox>
        )}
        <PlaceList
          label={<Trans>Blocked countries</Trans>}
          searchLabel={t`Search the countries`}
          places={countries}
          chosen={settings.blocked_countries}
          countMax={COUNTRIES_MAX}
          onChange={(blocked_countries) => void places.save({ blocked_countries })}
        />
        <PlaceList
          label={<Trans>Blocked states and provinces</Trans>}
          searchLabel={t`Search the states and provinces`}
          places={states}
          chosen={settings.blocked_states}
          countMax={STATES_MAX}
          onChange={(blocked_states) => void places.save({ blocked_states })}
        />
      </SettingsSection>
      <SettingsSection title={<Trans>Other performers</Trans>} state={people.state}>
        <Switch
          checked={settings.block_room_models}
          onChange={(event) => void people.save({ block_room_models: event.target.checked })}
        >
          <Trans>Other performers may not enter</Trans>
        </Switch>
      </SettingsSection>
      <SettingsSection
        title={<Trans>Room password</Trans>}
        note={<Trans>Anyone watching without it is asked for it at once.</Trans>}
        state={password.state}
      >
        <DraftField
          label={<Trans>Password</Trans>}
          hint={<Trans>4 to 32 characters. Share it with those you invite.</Trans>}
          value={settings.cam_password ?? ''}
          lengthMin={PASSWORD_MIN}
          lengthMax={PASSWORD_MAX}
          onSave={(text) => password.save({ cam_password: text || null })}
          end={
            settings.cam_password !== null && (
              <Button size="small" kind="text" onClick={() => void password.save({ cam_password: null })}>
                <Trans>Take it away</Trans>
              </Button>
            )
          }
        />
      </SettingsSection>
    </>
  );
}
