import type { PlaybackAnswer, PlaybackFigures, PlaybackWay } from '@klieg/contract';
import { formatAmount, numberFormat } from '@klieg/i18n';
import { Empty, HeadCell, Segments } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { deskApi, DeskSection, useDesk } from '#app/features/money-desk/index.ts';
import { FigureChart, type FigureSeries } from './figure-chart.tsx';
import { inPercent, inSeconds } from './figure-words.ts';

type Days = '1' | '7' | '30';

const WAYS: Readonly<Record<PlaybackWay, MessageDescriptor>> = {
  ws: msg`WebSocket`,
  whep: msg`WebRTC`,
  hls: msg`HLS`,
};
const HALF = 'var(--spy-text)';
const MOST = 'var(--key-mark)';
/** Scales begin at these, so that a calm day looks calm. */
const LEAST = { startMs: 1_000, latencyMs: 1_000, percent: 1 } as const;

interface HeadlineProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly detail: ReactNode;
}

const Headline = ({ label, value, detail }: HeadlineProps) => (
  <div className="module">
    <span className="label">{label}</span>
    <span className="desk-big">{value}</span>
    <span className="small figure whitespace-normal text-ink-2">{detail}</span>
  </div>
);

function Headlines({ total }: { readonly total: PlaybackFigures }) {
  const { i18n } = useLingui();
  const number = numberFormat(i18n.locale, { maximumFractionDigits: 1 });
  const most = inSeconds(total.start_p95_ms, i18n.locale);
  const far = inSeconds(total.latency_p95_ms, i18n.locale);
  const stalls = total.stalls_per_hour === null ? '—' : number.format(total.stalls_per_hour);
  const hours = number.format(total.watched_hours);
  return (
    <div className="rack desk-headlines">
      <Headline
        label={<Trans>Time to start</Trans>}
        value={inSeconds(total.start_p50_ms, i18n.locale)}
        detail={<Trans>{most} for the slowest 5%</Trans>}
      />
      <Headline
        label={<Trans>Stalled</Trans>}
        value={inPercent(total.stalled_percent, i18n.locale)}
        detail={<Trans>{stalls} times per hour watched</Trans>}
      />
      <Headline
        label={<Trans>Behind the performer</Trans>}
        value={inSeconds(total.latency_p50_ms, i18n.locale)}
        detail={<Trans>{far} for the slowest 5%</Trans>}
      />
      <Headline
        label={<Trans>Live streams started</Trans>}
        value={formatAmount(total.plays, i18n.locale)}
        detail={<Trans>by all viewers</Trans>}
      />
      <Headline
        label={<Trans>Failed to start</Trans>}
        value={formatAmount(total.failures, i18n.locale)}
        detail={<Trans>after a wait of ten seconds</Trans>}
      />
      <Headline label={<Trans>Watched</Trans>} value={hours} detail={<Trans>hours of video</Trans>} />
    </div>
  );
}

interface ChartProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly answer: PlaybackAnswer;
  readonly series: readonly FigureSeries[];
  readonly least: number;
  readonly format: (value: number) => string;
}

function Chart({ title, answer, series, ...rest }: ChartProps) {
  const its = { ...rest, series, at: answer.points.map(({ at }) => at), stepHours: answer.step_hours };
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">{title}</h2>
        {series.length > 1 && (
          <ul className="flex flex-wrap gap-3 small text-ink-2">
            {series.map(({ name, colour }) => (
              <li key={name} className="flex items-center gap-1">
                <i className="desk-key" style={{ background: colour }} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <FigureChart {...its} width={1400} className="desk-chart desk-chart-full" />
      <FigureChart {...its} width={1000} className="desk-chart desk-chart-wide" />
      <FigureChart {...its} width={640} className="desk-chart desk-chart-middle" />
      <FigureChart {...its} width={340} className="desk-chart desk-chart-narrow" />
    </section>
  );
}

function Charts({ answer }: { readonly answer: PlaybackAnswer }) {
  const { t, i18n } = useLingui();
  const seconds = (ms: number) => inSeconds(ms, i18n.locale);
  const percent = (value: number) => inPercent(value, i18n.locale);
  const of = (key: keyof PlaybackFigures) => answer.points.map((point) => point[key]);
  const pair = (half: keyof PlaybackFigures, most: keyof PlaybackFigures): FigureSeries[] => [
    { name: t`Half of all`, colour: HALF, values: of(half) },
    { name: t`Slowest 5%`, colour: MOST, values: of(most) },
  ];
  return (
    <>
      <Chart
        title={<Trans>Time to start</Trans>}
        label={t`Time to start, over time; ${seconds(answer.total.start_p50_ms ?? 0)} for half of all`}
        answer={answer}
        series={pair('start_p50_ms', 'start_p95_ms')}
        least={LEAST.startMs}
        format={seconds}
      />
      <Chart
        title={<Trans>Stalled, share of time watched</Trans>}
        label={t`Time stalled, over time; ${percent(answer.total.stalled_percent ?? 0)} in all`}
        answer={answer}
        series={[{ name: t`Stalled`, colour: 'var(--live-text)', values: of('stalled_percent') }]}
        least={LEAST.percent}
        format={percent}
      />
      <Chart
        title={<Trans>Behind the performer</Trans>}
        label={t`Delay behind the performer, over time; ${seconds(answer.total.latency_p50_ms ?? 0)} for half of all`}
        answer={answer}
        series={pair('latency_p50_ms', 'latency_p95_ms')}
        least={LEAST.latencyMs}
        format={seconds}
      />
    </>
  );
}

function Ways({ ways }: Pick<PlaybackAnswer, 'ways'>) {
  const { t, i18n } = useLingui();
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="grow">
          <Trans>By connection</Trans>
        </h2>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it is wider than the window, and keys have to reach it */}
      <section className="desk-scroll" aria-label={t`By connection`} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <HeadCell>
                <Trans>Connection</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Started</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Start time</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Stalled</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Delay</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {ways.map((way) => (
              <tr key={way.way}>
                <td>{t(WAYS[way.way])}</td>
                <td className="figure">{formatAmount(way.plays, i18n.locale)}</td>
                <td className="figure">{inSeconds(way.start_p50_ms, i18n.locale)}</td>
                <td className="figure">{inPercent(way.stalled_percent, i18n.locale)}</td>
                <td className="figure">{inSeconds(way.latency_p50_ms, i18n.locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** `/admin/playback`: how live pictures do at viewers. */
export function PlaybackDeskPage() {
  const { t } = useLingui();
  const [days, setDays] = useState<Days>('1');
  const desk = useDesk(days, (signal) => deskApi.readPlayback({ query: { days }, signal }));
  return (
    <>
      <div className="desk-filters">
        <Segments
          label={t`Period`}
          value={days}
          onChange={setDays}
          options={[
            { value: '1', text: t`Day` },
            { value: '7', text: t`Week` },
            { value: '30', text: t`Month` },
          ]}
        />
      </div>
      <DeskSection desk={desk}>
        {(answer) =>
          answer.total.plays === 0 ? (
            <Empty title={<Trans>Nobody watched a live stream in this period</Trans>}>
              <Trans>Players report while someone watches, and when they leave.</Trans>
            </Empty>
          ) : (
            <>
              <Headlines total={answer.total} />
              <Charts answer={answer} />
              <Ways ways={answer.ways} />
            </>
          )
        }
      </DeskSection>
    </>
  );
}
