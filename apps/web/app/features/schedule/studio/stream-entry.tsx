import type { OwnStream } from '@klieg/contract';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { formatStreamDay, formatWeekday } from '../format-when.ts';
import { StreamKindTag } from '../stream-kind.tsx';
import { tellRefusal } from '../tell-refusal.ts';
import { AskOnce } from '#app/features/shows/index.ts';

export interface EntryProps {
  readonly stream: OwnStream;
  readonly onChanged: (streams: readonly OwnStream[]) => void;
  readonly onEdit: () => void;
}

/** The presses that change a stream at once. */
function useEntry({ stream, onChanged }: EntryProps) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string, act: () => Promise<{ readonly streams: readonly OwnStream[] }>) => {
    if (busy !== undefined) return;
    setBusy(name);
    try {
      onChanged((await act()).streams);
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    remove: () => run('remove', () => lateApi.removeStream({ params: { id: stream.id }, body: {} })),
    cancel: (date: string, is_canceled: boolean) =>
      run(date, () => lateApi.cancelStreamDate({ params: { id: stream.id, date }, body: { is_canceled } })),
  };
}

/** The next dates, each of which can be canceled and restored. */
function Dates(props: EntryProps & Pick<ReturnType<typeof useEntry>, 'busy' | 'cancel'>) {
  const { stream, busy, cancel } = props;
  const { t, i18n } = useLingui();
  return (
    <ul className="schedule-dates">
      {stream.dates.map(({ date, starts_at: at, is_canceled: isCanceled }) => {
        const day = formatStreamDay(at, i18n.locale, stream.time_zone);
        return (
          <li key={date}>
            <span>
              {day} {isCanceled && <b className="schedule-off">{t`Canceled`}</b>}
            </span>
            <Button
              size="small"
              busy={busy === date}
              aria-label={isCanceled ? t`Restore ${day}` : t`Cancel ${day}`}
              onClick={() => void cancel(date, !isCanceled)}
            >
              {isCanceled ? <Trans>Restore</Trans> : <Trans>Cancel this date</Trans>}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** One announced stream: its time, its next dates, and its actions. */
export function StreamEntry(props: EntryProps) {
  const { stream, onEdit } = props;
  const { t, i18n } = useLingui();
  const { busy, remove, cancel } = useEntry(props);
  const [isAsking, setAsking] = useState(false);
  const { title, time } = stream;
  const zone = stream.time_zone.replaceAll('_', ' ');
  const weekday = formatWeekday(stream.date, i18n.locale);
  const next = stream.dates[0];
  const day = next && formatStreamDay(next.starts_at, i18n.locale, stream.time_zone);
  if (isAsking)
    return (
      <li className="schedule-row">
        <AskOnce
          question={<Trans>Remove {title}?</Trans>}
          onCancel={() => setAsking(false)}
          buttons={
            <>
              <Button kind="line" onClick={() => setAsking(false)}>
                <Trans>Keep it</Trans>
              </Button>
              <Button kind="danger" busy={busy === 'remove'} onClick={() => void remove()}>
                <Trans>Remove it</Trans>
              </Button>
            </>
          }
        >
          <Trans>It is removed from your room at once, and nobody is reminded of it.</Trans>
        </AskOnce>
      </li>
    );
  return (
    <li className="schedule-row">
      <div className="schedule-what">
        <span className="strong">{title}</span>
        <StreamKindTag kind={stream.kind} />
      </div>
      <p className="small text-ink-2">
        {stream.is_weekly ? (
          <Trans>
            Every {weekday} at {time}, {zone}
          </Trans>
        ) : (
          <Trans>
            {day} at {time}, {zone}
          </Trans>
        )}
      </p>
      {stream.dates.length > 0 && (
        <details>
          <summary className="small">{t`Next dates`}</summary>
          <Dates {...props} busy={busy} cancel={cancel} />
        </details>
      )}
      <div className="schedule-presses">
        <Button size="small" icon="note-pencil" aria-label={t`Change ${title}`} onClick={onEdit}>
          <Trans>Change</Trans>
        </Button>
        <Button size="small" icon="trash" aria-label={t`Remove ${title}`} onClick={() => setAsking(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}
