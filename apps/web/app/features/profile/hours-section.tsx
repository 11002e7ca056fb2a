import type { Profile } from '@klieg/contract';
import { HOURS_MAX } from '@klieg/contract/features/profile/limits';
import { DAY_MS } from '@klieg/kernel/time';
import { Button, Field, Input, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import type { SectionProps } from './bio-sections.tsx';
import { useProfileSave } from './use-profile.ts';

type Hour = Profile['schedule'][number];

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
/** A Sunday. */
const SUNDAY_MS = Date.UTC(2026, 10, 22);
const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS);

function HourRow(props: {
  readonly hour: Hour;
  readonly onChange: (change: Partial<Hour>) => void;
  readonly onRemove: () => void;
}) {
  const { hour, onChange, onRemove } = props;
  const { t, i18n } = useLingui();
  const day = dayName(hour.day, i18n.locale);
  return (
    <fieldset className="profile-hours">
      <legend className="visually-hidden">{t`Hours on ${day}`}</legend>
      <Field label={<Trans>Day</Trans>}>
        <Select value={hour.day} onChange={(event) => onChange({ day: Number(event.target.value) })}>
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {dayName(one, i18n.locale)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>From</Trans>}>
        <Input type="time" value={hour.from} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
      <Field label={<Trans>To</Trans>}>
        <Input type="time" value={hour.to} onChange={(event) => onChange({ to: event.target.value })} />
      </Field>
      <Button kind="line" icon="trash" aria-label={t`Remove the hours on ${day}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </fieldset>
  );
}

const isTime = (text: string): boolean => /^\d\d:\d\d$/u.test(text);

/** When a performer usually is live, by their own clock. */
export function HoursSection({ answer: { profile }, show }: SectionProps) {
  const { state, save } = useProfileSave(show);
  const [draft, setDraft] = useState<readonly Hour[]>();
  const hours = draft ?? profile.schedule;
  const tz = hours[0]?.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isWhole = hours.every(({ from, to }) => isTime(from) && isTime(to) && from !== to);
  const keep = async () => {
    if (await save({ schedule: [...hours] })) setDraft(undefined);
  };
  return (
    <SettingsSection
      title={<Trans>Usual hours</Trans>}
      note={<Trans>On your bio. Streams with a title are announced in the studio. Times are in {tz}.</Trans>}
      state={state}
    >
      {hours.map((hour, at) => (
        <HourRow
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: nothing else of it stays
          key={at}
          hour={hour}
          onChange={(change) => setDraft(hours.with(at, { ...hour, ...change }))}
          onRemove={() => setDraft(hours.toSpliced(at, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {hours.length < HOURS_MAX && (
          <Button
            kind="line"
            icon="plus"
            onClick={() => setDraft([...hours, { day: 1, from: '20:00', to: '23:00', tz }])}
          >
            <Trans>Add hours</Trans>
          </Button>
        )}
        {draft && (
          <>
            <Button disabled={!isWhole} onClick={() => void keep()}>
              <Trans>Save the hours</Trans>
            </Button>
            <Button kind="text" onClick={() => setDraft(undefined)}>
              <Trans>Discard</Trans>
            </Button>
          </>
        )}
      </div>
    </SettingsSection>
  );
}
