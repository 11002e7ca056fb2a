import type { Bio } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useState } from 'react';
import { useIsInteractive } from '../../shared/use-client-value.ts';
import { placeOfNow, ROW_BEGINS_HOUR, type WeekRow, weekRows } from './week-rows.ts';

const ROW_MINUTES = 1_440;
/** A Sunday. */
const SUNDAY_MS = Date.UTC(2026, 10, 22);
/** The hours of the axis. */
const TICKS = [6, 12, 18, 24] as const;

const dayName = (day: number, locale: string, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS);

const percent = (minutes: number): string => `${(minutes / ROW_MINUTES) * 100}%`;
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In the reader's time; undefined where the browser does not know one of the zones, not even its own. */
function drawnFor(schedule: Bio['schedule'], zone: string, atMs: number) {
  try {
    return { zone, rows: weekRows(schedule, zone, atMs), now: placeOfNow(zone, atMs) };
  } catch {
    return undefined;
  }
}

function Track({ row, now }: { readonly row: WeekRow; readonly now: number | undefined }) {
  return (
    <div className="week-track" data-now={now !== undefined || undefined}>
      {row.bars.map(({ from, to, short }) => (
        <i
          key={`${from} ${to}`}
          style={{ '--from': percent(from), '--w': percent(to - from) } as CSSProperties}
        >
          <span className="figure">{short}</span>
        </i>
      ))}
      {now !== undefined && <em style={{ '--from': percent(now) } as CSSProperties} />}
    </div>
  );
}

/** The same in words, for people who do not see the chart; in the performer's zone until the reader's is known. */
function Words({
  schedule,
  rows,
}: Pick<Bio, 'schedule'> & { readonly rows: readonly WeekRow[] | undefined }) {
  const { i18n } = useLingui();
  const told = rows
    ? rows.flatMap(({ day, bars }) => bars.map(({ hours }) => ({ day, hours })))
    : schedule.map(({ day, from, to, tz }) => ({ day, hours: `${from} – ${to} ${tz.replaceAll('_', ' ')}` }));
  const lines = new Set(told.map(({ day, hours }) => `${dayName(day, i18n.locale, 'long')} ${hours}`));
  return (
    <ul className="sr-only">
      {[...lines].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** When a performer is usually live: days by hours, in the reader's zone, which only the browser knows. */
export function WeekHours({ schedule, id }: Pick<Bio, 'schedule'> & { readonly id: string }) {
  const { i18n } = useLingui();
  const isInteractive = useIsInteractive();
  const [atMs] = useState(() => Date.now());
  const { zone, rows, now } = (isInteractive && drawnFor(schedule, ownZone(), atMs)) || {};
  const drawn =
    rows ?? Array.from({ length: 7 }, (_, place): WeekRow => ({ day: (place + 1) % 7, bars: [] }));
  return (
    <section className="module" id={id}>
      <div className="module-head">
        <h2 className="label grow">
          <Trans>Usual hours</Trans>
        </h2>
        <span className="small text-ink-3">
          {zone && <Trans>your time, {zone.replaceAll('_', ' ')}</Trans>}
        </span>
      </div>
      <Words schedule={schedule} rows={rows} />
      <div className="week" aria-hidden="true">
        <span />
        <div className="week-axis figure">
          {TICKS.map((hour) => (
            <span key={hour} style={{ '--from': percent((hour - ROW_BEGINS_HOUR) * 60) } as CSSProperties}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
        {drawn.map((row) => (
          <div key={row.day} className="contents">
            <b className="label" data-now={now?.day === row.day || undefined}>
              {dayName(row.day, i18n.locale, 'short')}
            </b>
            <Track row={row} now={now?.day === row.day ? now.at : undefined} />
          </div>
        ))}
      </div>
    </section>
  );
}
