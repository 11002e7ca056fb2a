import type { Settings } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { Button, Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { NumberSelect } from '../../shared/settings/number-select.tsx';
import {
  changeOf,
  draftOf,
  faultOf,
  HOURS_MAX,
  newHour,
  type PriceHour,
  type PriceHours,
} from './price-hour-draft.ts';

const COST_STEPS = [6, 12, 18, 30, 42, 60, 90, 120, 180, 240, 360];
const MINUTE_STEPS = [1, 2, 3, 5, 10, 15, 20, 30];
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** A Sunday. */
const SUNDAY_MS = Date.UTC(2026, 10, 22);

const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS);

/** Price and first minutes of one row. */
function Price({
  price,
  onChange,
}: {
  readonly price: Pick<PriceHour, 'cost' | 'min_minutes'>;
  readonly onChange: (price: Partial<Pick<PriceHour, 'cost' | 'min_minutes'>>) => void;
}) {
  const { t } = useLingui();
  return (
    <>
      <Field label={<Trans>A private</Trans>}>
        <NumberSelect
          value={price.cost}
          steps={COST_STEPS}
          say={(tokens) => t`${tokens} tokens a minute`}
          onPick={(cost) => onChange({ cost })}
        />
      </Field>
      <Field label={<Trans>Prepaid at the start</Trans>}>
        <NumberSelect
          value={price.min_minutes}
          steps={MINUTE_STEPS}
          say={(minutes) => (minutes === 1 ? t`1 minute` : t`${minutes} minutes`)}
          onPick={(min_minutes) => onChange({ min_minutes })}
        />
      </Field>
    </>
  );
}

/** Hours of one day, with the price of a private in them. */
function HourRow(props: {
  readonly hour: PriceHour;
  readonly onChange: (hour: PriceHour) => void;
  readonly onRemove: () => void;
}) {
  const { hour, onChange, onRemove } = props;
  const { t, i18n } = useLingui();
  const change = (more: Partial<PriceHour>) => onChange({ ...hour, ...more });
  const day = dayName(hour.day, i18n.locale);
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="visually-hidden">{t`Hours on ${day}`}</legend>
      <Field label={<Trans>Day</Trans>}>
        <Select value={hour.day} onChange={(event) => change({ day: Number(event.target.value) })}>
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {dayName(one, i18n.locale)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>From</Trans>}>
        <Input type="time" value={hour.from} onChange={(event) => change({ from: event.target.value })} />
      </Field>
      <Field label={<Trans>To</Trans>}>
        <Input
          type="time"
          value={hour.to === '24:00' ? '00:00' : hour.to}
          // Midnight at the end of a day belongs to that day.
          onChange={({ target: { value } }) => change({ to: value === '00:00' ? '24:00' : value })}
        />
      </Field>
      <Price price={hour} onChange={change} />
      <Button kind="line" icon="trash" aria-label={t`Remove the hours on ${day}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </fieldset>
  );
}

/** What keeps the hours from being saved, in words. */
const Fault = ({ draft }: { readonly draft: PriceHours }) => {
  const fault = faultOf(draft);
  if (!fault) return null;
  return (
    <Notice tone="warn" title={<Trans>Not saved yet</Trans>}>
      {fault === 'overlap' ? (
        <Trans>Two of your hours overlap.</Trans>
      ) : (
        <Trans>Hours must end after they begin, on the same day.</Trans>
      )}
    </Notice>
  );
};

/** Weekly hours with another price for privates, in the performer's own zone. */
export function PrivateHours({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  const [typed, setTyped] = useState<PriceHours>();
  const draft = typed ?? draftOf(settings);
  const { hours, tz } = draft;
  const hasHours = hours.length > 0;
  const set = (next: readonly PriceHour[]) => setTyped({ ...draft, hours: [...next] });
  const keep = async () => {
    if (await save(changeOf(draft))) setTyped(undefined);
  };
  return (
    <SettingsSection
      title={<Trans>Prices by the hour</Trans>}
      note={<Trans>Viewers see the current price, and until when it applies. Times are in {tz}.</Trans>}
      state={state}
    >
      {hours.map((hour, at) => (
        <HourRow
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: nothing else of it stays
          key={at}
          hour={hour}
          onChange={(next) => set(hours.with(at, next))}
          onRemove={() => set(hours.toSpliced(at, 1))}
        />
      ))}
      {hasHours && (
        <fieldset className="flex flex-wrap items-end gap-3">
          <legend className="label">
            <Trans>At all other times</Trans>
          </legend>
          <Price price={draft} onChange={(price) => setTyped({ ...draft, ...price })} />
        </fieldset>
      )}
      <Fault draft={draft} />
      <div className="flex flex-wrap gap-3">
        {hours.length < HOURS_MAX && (
          <Button kind="line" icon="plus" onClick={() => set([...hours, newHour(draft)])}>
            <Trans>Add hours</Trans>
          </Button>
        )}
        {typed && (
          <Button disabled={faultOf(draft) !== undefined} onClick={() => void keep()}>
            <Trans>Save the hours</Trans>
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}
