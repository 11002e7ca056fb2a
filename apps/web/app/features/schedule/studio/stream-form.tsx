import type { OwnStream } from '@klieg/contract';
import { AHEAD_DAYS_MAX, STREAM_TITLE_MAX, type StreamKind } from '@klieg/contract/features/schedule/limits';
import { Button, Checkbox, Field, Input, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useMemo, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { explainSchedule, tellRefusal } from '../tell-refusal.ts';
import {
  bodyOf,
  DURATIONS_MINUTES,
  faultsOf,
  type StreamDraft,
  type StreamField,
  timeZones,
} from './stream-draft.ts';

const none: ReadonlySet<StreamField> = new Set();
/** What the server says of the day and the hour together. */
const OF_DATE: ReadonlySet<string | undefined> = new Set(['schedule.not_to_come', 'schedule.too_far']);

interface FormProps {
  readonly first: StreamDraft;
  readonly onSaved: (streams: readonly OwnStream[]) => void;
  readonly onClose: () => void;
}

/** The input of a stream, and the press that announces it. */
function useSaving({ first, onSaved }: FormProps) {
  const { i18n } = useLingui();
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState(none);
  const [dateRefusal, setDateRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (found.size > 0 || isBusy) return;
    setBusy(true);
    try {
      const { streams } = await lateApi.saveStream({ params: { id: draft.id }, body: bodyOf(draft) });
      onSaved(streams);
    } catch (error) {
      if (OF_DATE.has(codeOf(error))) setDateRefusal(explainSchedule(error, i18n));
      else tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  const change = (next: Partial<StreamDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    setDateRefusal(undefined);
    if (faults.size > 0) setFaults(faultsOf(changed));
  };
  return { draft, faults, dateRefusal, isBusy, save, change };
}

interface PartProps {
  readonly draft: StreamDraft;
  readonly faults: ReadonlySet<StreamField>;
  readonly dateRefusal: string | undefined;
  readonly change: (next: Partial<StreamDraft>) => void;
}

/** Its title and kind. */
function What({ draft, faults, change }: PartProps) {
  const { t } = useLingui();
  const kinds: Readonly<Record<StreamKind, string>> = {
    public: t`Public stream`,
    ticket: t`Ticket show`,
    private: t`Private hours`,
  };
  return (
    <>
      <div className="wide">
        <Field label={t`Title`} error={faults.has('title') && <Trans>Describe it in a few words.</Trans>}>
          <Input
            autoComplete="off"
            maxLength={STREAM_TITLE_MAX}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t`Kind`}>
        <Select value={draft.kind} onChange={(event) => change({ kind: event.target.value as StreamKind })}>
          {Object.entries(kinds).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

/** Day, hour and zone, duration, and whether it repeats weekly. */
function When({ draft, faults, dateRefusal, change }: PartProps) {
  const { t } = useLingui();
  const zones = useMemo(() => timeZones(draft.timeZone), [draft.timeZone]);
  const daysAhead = AHEAD_DAYS_MAX - 1;
  return (
    <>
      <Field
        label={draft.isWeekly ? t`First day` : t`Day`}
        error={faults.has('date') ? <Trans>Choose a day within {daysAhead} days.</Trans> : dateRefusal}
      >
        <Input type="date" value={draft.date} onChange={(event) => change({ date: event.target.value })} />
      </Field>
      <Field label={t`Begins at`} error={faults.has('time') && <Trans>Choose a time.</Trans>}>
        <Input type="time" value={draft.time} onChange={(event) => change({ time: event.target.value })} />
      </Field>
      <Field label={t`Lasts`}>
        <Select
          value={draft.durationMinutes}
          onChange={(event) => change({ durationMinutes: Number(event.target.value) })}
        >
          {[...new Set<number>([...DURATIONS_MINUTES, draft.durationMinutes])]
            .toSorted((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {t`${minutes} min`}
              </option>
            ))}
        </Select>
      </Field>
      <Field label={t`Time zone`}>
        <Select value={draft.timeZone} onChange={(event) => change({ timeZone: event.target.value })}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
      <div className="wide">
        <Checkbox checked={draft.isWeekly} onChange={(event) => change({ isWeekly: event.target.checked })}>
          <Trans>Every week, at the same hour in this zone</Trans>
        </Checkbox>
      </div>
    </>
  );
}

/** Announces a stream, or changes one. */
export function StreamForm(props: FormProps) {
  const submitType = useSubmitType();
  const { isBusy, save, ...part } = useSaving(props);
  return (
    <form method="post" className="schedule-form" noValidate onSubmit={(event) => void save(event)}>
      <What {...part} />
      <When {...part} />
      <div className="show-actions wide flex flex-wrap gap-2">
        <Button kind="line" onClick={props.onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="key" type={submitType} busy={isBusy}>
          <Trans>Save the stream</Trans>
        </Button>
      </div>
    </form>
  );
}
