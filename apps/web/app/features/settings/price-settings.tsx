import type { Settings } from '@klieg/contract';
import { Field, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { NumberSelect } from '../../shared/settings/number-select.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { type SaveControl, useSave } from '../../shared/settings/use-save.ts';

const PRIVATE_STEPS = [6, 12, 18, 30, 42, 60, 90, 120, 180, 240, 360];
const EXCLUSIVE_STEPS = [12, 18, 30, 42, 60, 90, 120, 180, 240];
const MINUTE_STEPS = [1, 2, 3, 5, 10, 15, 20, 30];
const SPY_COSTS = [0, 6, 12, 18, 30] as const;
const PREVIEW_STEPS = [0, 5, 10, 15, 30, 60];

/** What viewers may ask for. */
function Allowed({ settings, save }: { readonly settings: Settings } & Pick<SaveControl, 'save'>) {
  return (
    <>
      <Switch
        checked={settings.private_enabled}
        onChange={(event) => void save({ private_enabled: event.target.checked })}
      >
        <Trans>Viewers may ask for a private</Trans>
      </Switch>
      <Switch checked={settings.cam2cam} onChange={(event) => void save({ cam2cam: event.target.checked })}>
        <Trans>Viewers may ask to share their camera with you</Trans>
      </Switch>
      <Switch
        checked={settings.private_recording}
        note={<Trans>You see in each request whether one is wanted.</Trans>}
        onChange={(event) => void save({ private_recording: event.target.checked })}
      >
        <Trans>Viewers may keep a recording of their private</Trans>
      </Switch>
    </>
  );
}

/** Prices per minute; a spy never pays more than the private's payer. */
export function PriceSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const perMinute = (tokens: number) => t`${tokens} tokens a minute`;
  return (
    <SettingsSection
      title={<Trans>Private shows</Trans>}
      note={<Trans>A new price applies to shows that begin after it.</Trans>}
      state={state}
    >
      <Allowed settings={settings} save={save} />
      <Field label={<Trans>A private</Trans>}>
        <NumberSelect
          value={settings.private_cost}
          steps={PRIVATE_STEPS}
          say={perMinute}
          onPick={(private_cost) => void save({ private_cost })}
        />
      </Field>
      <Field
        label={<Trans>An exclusive, without spies</Trans>}
        hint={<Trans>At least the price of the private.</Trans>}
      >
        <NumberSelect
          value={Math.max(settings.exclusive_cost, settings.private_cost)}
          steps={EXCLUSIVE_STEPS.filter((step) => step >= settings.private_cost)}
          say={perMinute}
          onPick={(exclusive_cost) => void save({ exclusive_cost })}
        />
      </Field>
      <Field
        label={<Trans>Prepaid at the start</Trans>}
        hint={<Trans>The viewer needs that many tokens; what is not used is returned.</Trans>}
      >
        <NumberSelect
          value={settings.private_min_minutes}
          steps={MINUTE_STEPS}
          say={(minutes) => (minutes === 1 ? t`1 minute` : t`${minutes} minutes`)}
          onPick={(private_min_minutes) => void save({ private_min_minutes })}
        />
      </Field>
      <Field
        label={<Trans>Spying on a private</Trans>}
        hint={<Trans>At most the price of the private.</Trans>}
      >
        <NumberSelect
          value={settings.spy_cost}
          steps={SPY_COSTS}
          say={(tokens) => (tokens === 0 ? t`Off` : perMinute(tokens))}
          onPick={(cost) => {
            const spy_cost = SPY_COSTS.find((known) => known === cost);
            if (spy_cost !== undefined) void save({ spy_cost });
          }}
        />
      </Field>
      <Field label={<Trans>Free preview for spies</Trans>}>
        <NumberSelect
          value={settings.spy_preview_seconds}
          steps={PREVIEW_STEPS}
          say={(seconds) => (seconds === 0 ? t`None` : t`${seconds} s`)}
          onPick={(spy_preview_seconds) => void save({ spy_preview_seconds })}
        />
      </Field>
    </SettingsSection>
  );
}
