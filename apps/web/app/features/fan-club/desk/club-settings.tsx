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

type PriceFault = 'bounds' | 'below';

/** Errors of each level's price: not whole or out of bounds, or not above the level below it. */
export function priceFaults(prices: Prices): Partial<Record<FanLevel, PriceFault>> {
  const faults: Partial<Record<FanLevel, PriceFault>> = {};
  const isGood = (price: number) => Number.isInteger(price) && price >= MIN && price <= MAX;
  FAN_LEVELS.forEach((level, at) => {
    const lower = FAN_LEVELS[at - 1];
    if (!isGood(prices[level])) faults[level] = 'bounds';
    else if (lower && isGood(prices[lower]) && prices[level] <= prices[lower]) faults[level] = 'below';
  });
  return faults;
}

/** What is wrong with a price, in words. */
function Fault({ fault, lower }: { readonly fault: PriceFault; readonly lower: FanLevel | undefined }) {
  const { t } = useLingui();
  if (fault === 'bounds' || !lower)
    return (
      <Trans>
        Enter a whole number from {MIN} to {MAX}.
      </Trans>
    );
  return <Trans>Must be more than {t(LEVEL_NAMES[lower])}.</Trans>;
}

export function PriceForm({
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
  const faults = priceFaults(wanted);
  const isGood = Object.keys(faults).length === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && isGood && (await onSave(wanted))) setDraft({});
  };
  return (
    <form method="post" className="club-form" onSubmit={(event) => void submit(event)}>
      <div className="club-prices">
        {FAN_LEVELS.map((level, at) => (
          <Field
            key={level}
            label={t(LEVEL_NAMES[level])}
            error={faults[level] && <Fault fault={faults[level]} lower={FAN_LEVELS[at - 1]} />}
          >
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
      <p className="small text-ink-2">
        <Trans>
          Tokens for 30 days, {MIN} to {MAX}. Each level must cost more than the one below.
        </Trans>
      </p>
      <div>
        <Button type={submitType} size="small" disabled={!isChanged || !isGood}>
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
      text: t`All memberships end at once, and members are refunded for the rest of their month.`,
      yes: t`Close the club`,
      onYes: () => void save({ fanclub_enabled: false }),
    });
  };
  return (
    <SettingsSection
      title={<Trans>Your club</Trans>}
      note={
        <Trans>
          You get 80% of what members pay. A new price applies to new members; current members are told a week
          before.
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
