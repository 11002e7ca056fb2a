import type { StreamDate } from '@klieg/contract';
import { Button, buttonClass, ErrorBox, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { formatStreamDay, formatStreamHour, ownTimeZone } from './format-when.ts';
import { StreamKindTag } from './stream-kind.tsx';
import { rowsOf, type StreamRow, withReminder } from './stream-rows.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { tellRefusal } from './tell-refusal.ts';
import './schedule.css';

interface RowProps {
  readonly username: string;
  readonly row: StreamRow;
  readonly onReminded: (id: string, isOn: boolean) => void;
  readonly onGone: () => void;
}

/** The switch: shown at once, taken back when the server says no. */
function useReminder({ username, row, onReminded, onGone }: RowProps) {
  const { i18n } = useLingui();
  const me = useMe();
  const [isBusy, setBusy] = useState(false);
  const toggle = async () => {
    if (me.kind === 'guest') return openModal('signup', { reason: 'remind' });
    if (me.kind === 'unknown' || isBusy) return;
    const remind = !row.isReminded;
    onReminded(row.id, remind);
    setBusy(true);
    try {
      await lateApi.remindOfStream({ params: { username, id: row.id }, body: { remind } });
    } catch (error) {
      onReminded(row.id, !remind);
      tellRefusal(error, i18n);
      if (codeOf(error) === 'schedule.stream_gone') onGone();
    } finally {
      setBusy(false);
    }
  };
  const isOwn = me.kind === 'member' && me.current.user.username === username;
  return { isOwn, toggle };
}

const hoursOf = (date: StreamDate, locale: string): string =>
  `${formatStreamHour(date.starts_at, locale)} – ${formatStreamHour(date.ends_at, locale)}`;

/** Canceled dates of the stream, and those after the next. */
function OtherDates({ row }: Pick<RowProps, 'row'>) {
  const { i18n } = useLingui();
  const days = (dates: readonly StreamDate[]) =>
    dates.map(({ starts_at: at }) => formatStreamDay(at, i18n.locale)).join(' · ');
  const off = days(row.canceled);
  const more = days(row.later.slice(0, 3));
  return (
    <>
      {off && row.next && (
        <span className="schedule-off">
          <Trans>Canceled: {off}</Trans>
        </span>
      )}
      {more && (
        <span className="text-ink-2">
          <Trans>Then {more}</Trans>
        </span>
      )}
    </>
  );
}

function Row(props: RowProps) {
  const { username, row } = props;
  const { t, i18n } = useLingui();
  const { isOwn, toggle } = useReminder(props);
  const shown = row.next ?? row.canceled[0];
  if (!shown) return null;
  const file = `/schedule/${username}.ics?stream=${row.id}&date=${shown.date}`;
  const day = formatStreamDay(shown.starts_at, i18n.locale);
  const hours = hoursOf(shown, i18n.locale);
  const { title } = row;
  return (
    <li className="schedule-row" data-off={row.next === undefined}>
      <p className="schedule-when">
        <time dateTime={shown.starts_at}>
          <b>{day}</b> <span className="figure">{hours}</span>
        </time>
        {row.isWeekly && (
          <span className="text-ink-2">
            <Trans>every week</Trans>
          </span>
        )}
        {!row.next && (
          <span className="schedule-off">
            <Trans>Canceled</Trans>
          </span>
        )}
      </p>
      <div className="schedule-what">
        <span className="strong">{title}</span>
        <StreamKindTag kind={row.kind} />
      </div>
      <p className="schedule-more small">
        <OtherDates row={row} />
      </p>
      {row.next && (
        <div className="schedule-presses">
          {!isOwn && (
            <Button
              size="small"
              icon={row.isReminded ? 'check-bold' : 'bell'}
              aria-pressed={row.isReminded}
              aria-label={t`Remind me of ${title}`}
              onClick={() => void toggle()}
            >
              {row.isReminded ? <Trans>Reminder is on</Trans> : <Trans>Remind me</Trans>}
            </Button>
          )}
          <a
            className={buttonClass({ kind: 'text', size: 'small' })}
            href={file}
            download
            aria-label={t`Calendar file of ${title}, ${day}`}
          >
            <Icon name="download-simple" size={16} />
            <Trans>Calendar file</Trans>
          </a>
        </div>
      )}
    </li>
  );
}

/** A note that hours are in the reader's zone, and a link to the full schedule. */
const Foot = ({ username }: { readonly username: string }) => {
  const zone = ownTimeZone();
  return (
    <p className="schedule-foot small text-ink-2">
      <span>
        <Trans>Times are in your time zone: {zone}.</Trans>
      </span>
      <a className={buttonClass({ kind: 'text', size: 'small' })} href={`/schedule/${username}.ics`}>
        <Trans>Subscribe in a calendar</Trans>
      </a>
    </p>
  );
};

/** A performer's announcements, with a reminder switch for each stream; hours are in the reader's zone. */
export function ScheduleSection({ username }: { readonly username: string }) {
  const { state, reload, show } = useLoaded(username, (signal) =>
    lateApi.getSchedule({ params: { username }, signal }),
  );
  const dates = state.kind === 'ready' ? state.value.dates : [];
  const rows = rowsOf(dates);
  // A phone may show it twice: below the picture and in About.
  const labelId = useId();
  return (
    <section className="module room-schedule" aria-labelledby={labelId}>
      <div className="module-head">
        <h2 className="label" id={labelId}>
          <Trans>Next streams</Trans>
        </h2>
      </div>
      {state.kind === 'loading' && <div className="skeleton h-20" aria-busy="true" />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The schedule did not load</Trans>} onRetry={reload}>
          <Trans>Nothing is lost; please try again.</Trans>
        </ErrorBox>
      )}
      {state.kind === 'ready' && rows.length === 0 && (
        <p className="text-ink-2">
          <Trans>Nothing is announced. Follow to be notified when the room opens.</Trans>
        </p>
      )}
      {rows.length > 0 && (
        <>
          <ul className="schedule-rows">
            {rows.map((row) => (
              <Row
                key={row.id}
                username={username}
                row={row}
                onReminded={(id, isOn) => show({ dates: withReminder(dates, id, isOn) })}
                onGone={reload}
              />
            ))}
          </ul>
          <Foot username={username} />
        </>
      )}
    </section>
  );
}
