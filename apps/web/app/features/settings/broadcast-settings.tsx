import type { Settings } from '@klieg/contract';
import { Field, Select, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { ListingSettings } from './listing-settings.tsx';
import { NumberSelect } from '../../shared/settings/number-select.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

const NOTICE_MAX = 300;
const SLOW_STEPS = [0, 3, 5, 10, 30, 60, 120];
const DVR_STEPS = [0, 10, 30, 60];
const EXPIRE_STEPS = [1, 7, 14, 30, 90, 365];

function Writers({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const who: readonly [Settings['chat_allowed'], string][] = [
    ['all', t`Everyone, including guests`],
    ['tokens', t`People with tokens`],
    ['tip_anytime', t`People who have tipped you`],
    ['tip_recent', t`People who tipped you recently`],
  ];
  return (
    <SettingsSection title={<Trans>Chat of your room</Trans>} state={state}>
      <div className="settings-pair">
        <Field label={<Trans>Who may write</Trans>}>
          <Select
            value={settings.chat_allowed}
            onChange={(event) => void save({ chat_allowed: event.target.value as Settings['chat_allowed'] })}
          >
            {who.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Slow mode</Trans>}>
          <NumberSelect
            value={settings.slow_mode_seconds}
            steps={SLOW_STEPS}
            say={(seconds) => (seconds === 0 ? t`Off` : t`${seconds} s`)}
            onPick={(slow_mode_seconds) => void save({ slow_mode_seconds })}
          />
        </Field>
      </div>
      <Switch
        checked={settings.followers_only}
        onChange={(event) => void save({ followers_only: event.target.checked })}
      >
        <Trans>Only followers can write</Trans>
      </Switch>
      <Switch
        checked={settings.links_allowed}
        onChange={(event) => void save({ links_allowed: event.target.checked })}
        note={<Trans>Off: a message with a link waits for you.</Trans>}
      >
        <Trans>Links are allowed</Trans>
      </Switch>
    </SettingsSection>
  );
}

function Welcome({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  return (
    <SettingsSection
      title={<Trans>Welcome line</Trans>}
      note={<Trans>New viewers see it first.</Trans>}
      state={state}
    >
      <DraftField
        label={<Trans>Text</Trans>}
        value={settings.chat_notice ?? ''}
        lengthMax={NOTICE_MAX}
        rows={3}
        onSave={(text) => save({ chat_notice: text || null })}
      />
    </SettingsSection>
  );
}

function Audience({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  return (
    <SettingsSection title={<Trans>People and moderators</Trans>} state={state}>
      <Switch
        checked={settings.show_viewer_list}
        onChange={(event) => void save({ show_viewer_list: event.target.checked })}
      >
        <Trans>Viewers see who is here</Trans>
      </Switch>
      <Switch
        checked={settings.followEnabled}
        onChange={(event) => void save({ followEnabled: event.target.checked })}
      >
        <Trans>People may follow you</Trans>
      </Switch>
      <Switch
        checked={settings.raids_welcome}
        onChange={(event) => void save({ raids_welcome: event.target.checked })}
        note={<Trans>They invite their viewers, who come along if they want to.</Trans>}
      >
        <Trans>Other performers may raid your room</Trans>
      </Switch>
      <Field label={<Trans>A moderator you name keeps the role for</Trans>}>
        <NumberSelect
          value={settings.mod_expire}
          steps={EXPIRE_STEPS}
          say={(days) => (days === 1 ? t`1 day` : t`${days} days`)}
          onPick={(mod_expire) => void save({ mod_expire })}
        />
      </Field>
    </SettingsSection>
  );
}

function GoingBack({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  return (
    <SettingsSection
      title={<Trans>Going back in your stream</Trans>}
      note={
        <Trans>
          Viewers can go back in your public stream. A private, a ticket show and what was before them are
          never part of it.
        </Trans>
      }
      state={state}
    >
      <Field label={<Trans>How far viewers may go back</Trans>}>
        <NumberSelect
          value={settings.dvr_minutes}
          steps={DVR_STEPS}
          say={(minutes) => (minutes === 0 ? t`Not at all` : t`${minutes} minutes`)}
          onPick={(minutes) => void save({ dvr_minutes: minutes as Settings['dvr_minutes'] })}
        />
      </Field>
    </SettingsSection>
  );
}

/** Who may write in the performer's room, and what the room shows. */
export function BroadcastSettings({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <Writers settings={settings} />
      <Welcome settings={settings} />
      <Audience settings={settings} />
      <GoingBack settings={settings} />
      <ListingSettings settings={settings} />
    </>
  );
}
