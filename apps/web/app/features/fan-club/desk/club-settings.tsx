import type { FanLevel, Settings } from '@klieg/contract';
import { Button, Field, Input, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { SettingsSection } from '#app/shared/settings/settings-section.tsx';
import { useSave } from '#app/shared/settings/use-save.ts';
import { FAN_LEVELS, LEVEL_NAMES } from '../level-words.tsx';

const MIN = 50;
const MAX = 5_000;

type Prices = Settings['fanclub_prices'];

/** Whether the three prices are whole, in bounds, and rise with the level. */
const isGood = ({ supporter, insider, legend }: Prices): boolean =>
  [supporter, insider, legend].every((price) => Number.isInteger(price) && price >= MIN && price <= MAX) &&
  supporter < insider &&
  insider < legend;

function PriceForm({
  prices,
  onSave,
}: {
  readonly prices: Prices;
  readonly onSave: (prices: Prices) => Promise<boolean>;
}) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [draft, setDraft] = useState<Partial<Record<FanLevel, string>>>({});
  const wanted = Object.fromEntries(
    FAN_LEVELS.map((level) => [level, Number(draft[level] ?? prices[level])]),
  ) as Prices;
  const isChanged = FAN_LEVELS.some((level) => wanted[level] !== prices[level]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && isGood(wanted) && (await onSave(wanted))) setDraft({});
  };
  return (
    <form method="post" className="club-form" onSubmit={(event) => void submit(event)}>
      <div className="club-prices">
        {FAN_LEVELS.map((level) => (
          <Field key={level} label={t(LEVEL_NAMES[level])}>
            <Input
              type="number"
              inputMode="numeric"
              min={MIN}
              max={MAX}
              value={draft[level] ?? String(prices[level])}
              onChange={(event) => setDraft((old) => ({ ...old, [level]: event.target.value }))}
            />
          </Field>
        ))}
      </div>
      <p className="small text-ink-2" role={isGood(wanted) ? undefined : 'alert'}>
        <Trans>
          Tokens for 30 days, {MIN} to {MAX}, each level dearer than the one below it.
        </Trans>
      </p>
      <div>
        <Button type={submitType} size="small" disabled={!isChanged || !isGood(wanted)}>
          <Trans>Save the prices</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Whether there is a club, and what its levels cost. */
export function ClubSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const turn = (isOn: boolean) => {
    if (isOn) return void save({ fanclub_enabled: true });
    openModal('confirm', {
      title: t`Close your fan club?`,
      text: t`All memberships end at once, and members get the rest of their month back from what they paid.`,
      yes: t`Close the club`,
      onYes: () => void save({ fanclub_enabled: false }),
    });
  };
  return (
    <SettingsSection
      title={<Trans>Your club</Trans>}
      note={
        <Trans>
          You get 80 % of what members pay. A new price counts for who joins; members are told a week before.
        </Trans>
      }
      state={state}
    >
      <Switch checked={settings.fanclub_enabled} onChange={(event) => turn(event.target.checked)}>
        <Trans>The fan club is open</Trans>
      </Switch>
      <PriceForm prices={settings.fanclub_prices} onSave={(fanclub_prices) => save({ fanclub_prices })} />
    </SettingsSection>
  );
}
