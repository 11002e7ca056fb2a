import type { Settings } from '@klieg/contract';
import {
  SNAPCHAT_DURATIONS,
  SNAPCHAT_NAME_MAX,
  SNAPCHAT_PRICE,
  type SnapchatDuration,
} from '@klieg/contract/features/media-library/snapchat-limits';
import { Field, Segments, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DraftField } from '../../shared/settings/draft-field.tsx';
import { NumberSelect } from '../../shared/settings/number-select.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

const NAMES: Readonly<Record<SnapchatDuration, ReactNode>> = {
  '1M': <Trans>1 month</Trans>,
  '6M': <Trans>6 months</Trans>,
  '1Y': <Trans>1 year</Trans>,
  FOREVER: <Trans>Lifetime</Trans>,
};
const { min, max, first } = SNAPCHAT_PRICE;
const PRICE_STEPS = [min, 50, 100, first, 500, 1_000, 2_500, 5_000, max];

/** Access to the performer's Snapchat: for how long, for how much. */
export function SnapchatSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const hasName = settings.snapchat_username !== '';
  return (
    <SettingsSection
      title={<Trans>Snapchat</Trans>}
      note={<Trans>You sell access to your account there, for a time or for good.</Trans>}
      state={state}
    >
      <DraftField
        label={<Trans>Your name at Snapchat</Trans>}
        hint={<Trans>Told to who has paid, and to nobody else.</Trans>}
        value={settings.snapchat_username}
        lengthMax={SNAPCHAT_NAME_MAX}
        onSave={(snapchat_username) =>
          save({ snapchat_username, ...(snapchat_username === '' && { sell_snapchat: 'NO' }) })
        }
      />
      <Switch
        checked={settings.sell_snapchat === 'YES' && hasName}
        disabled={!hasName}
        note={hasName ? undefined : <Trans>Say your name there first.</Trans>}
        onChange={(event) => void save({ sell_snapchat: event.target.checked ? 'YES' : 'NO' })}
      >
        <Trans>Sell access</Trans>
      </Switch>
      <div className="field justify-items-start">
        <span className="field-label" aria-hidden>
          <Trans>For how long</Trans>
        </span>
        <Segments<SnapchatDuration>
          full
          label={t`For how long`}
          value={settings.snapchat_duration}
          onChange={(snapchat_duration) => void save({ snapchat_duration })}
          options={SNAPCHAT_DURATIONS.map((value) => ({ value, text: NAMES[value] }))}
        />
      </div>
      <Field label={<Trans>Price</Trans>}>
        <NumberSelect
          value={settings.snapchat_price}
          steps={PRICE_STEPS}
          say={(tokens) => t`${tokens} tokens`}
          onPick={(snapchat_price) => void save({ snapchat_price })}
        />
      </Field>
    </SettingsSection>
  );
}
