import { isSignalWarning } from '@klieg/contract/features/broadcast/signal-warnings';
import { formatBitrate } from '@klieg/i18n';
import { Notice, Tag, type TagTone } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { type HealthSample, linePoints, scaleTop } from './health-series.ts';
import type { PublishState } from '../publish/whip-publisher.ts';

type Facts = Answer<'getBroadcast'>;

export interface HealthModuleProps {
  /** What this page sends; undefined while an encoder does. */
  readonly publish: PublishState | undefined;
  /** What the server receives. */
  readonly facts: Facts | undefined;
  readonly series: readonly HealthSample[];
  /** What the encoder was sent away for, and what should be set otherwise. */
  readonly warnings: Facts['warnings'];
}

/** The bottom of the scale; speech is at about −20. */
const SILENCE_LUFS = -60;
const WIDTH = 264;
const HEIGHT = 44;

const isWeak = ({ lossPercent, fps }: HealthSample): boolean => lossPercent > 5 || fps < 10;

function verdictOf(
  publish: PublishState | undefined,
  last: HealthSample | undefined,
  warnings: Facts['warnings'],
): [TagTone, ReactNode] {
  if (publish?.kind === 'connecting') return ['info', <Trans key="connecting">Connecting</Trans>];
  if (publish?.kind === 'reconnecting') return ['warn', <Trans key="again">Reconnecting</Trans>];
  if (publish?.kind === 'failed') return ['bad', <Trans key="failed">Refused</Trans>];
  if (!last && publish?.kind === 'live') return ['info', <Trans key="soon">Measuring</Trans>];
  if (!last) return ['neutral', <Trans key="off">Not sending</Trans>];
  if (isWeak(last) || warnings.some(({ code }) => !isSignalWarning(code)))
    return ['warn', <Trans key="weak">Weak</Trans>];
  return warnings.length > 0
    ? ['warn', <Trans key="signal">Check picture and sound</Trans>]
    : ['ok', <Trans key="good">Good</Trans>];
}

interface ChartProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly least: number;
  readonly colour: string;
}

/** One figure with its last five minutes. */
function Chart({ label, value, unit, values, least, colour }: ChartProps) {
  const points = linePoints(values, scaleTop(values, least), WIDTH, HEIGHT);
  return (
    <div className="health-chart">
      <div className="flex items-baseline gap-2">
        <span className="small grow text-ink-2">{label}</span>
        <span className="figure strong" style={{ color: values.length > 0 ? colour : undefined }}>
          {value}
        </span>
        <span className="small health-unit text-ink-3">{unit}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${value} ${unit}`}
      >
        <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} style={{ stroke: 'var(--line)' }} />
        {points && (
          <polyline
            points={points}
            fill="none"
            style={{ stroke: colour }}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  );
}

/** The last minutes, figure by figure. */
function HealthCharts({ series }: Pick<HealthModuleProps, 'series'>) {
  const { t, i18n } = useLingui();
  const last = series.at(-1);
  return (
    <div className="health-charts">
      <Chart
        label={t`Upload`}
        value={last ? formatBitrate(last.kbps, i18n.locale) : '–'}
        unit="Mbit/s"
        values={series.map(({ kbps }) => kbps)}
        least={500}
        colour="var(--spy-text)"
      />
      <Chart
        label={t`Frames`}
        value={last ? String(last.fps) : '–'}
        unit={t`fps`}
        values={series.map(({ fps }) => fps)}
        least={30}
        colour="var(--private-text)"
      />
      <Chart
        label={t`Lost`}
        value={last ? String(last.lossPercent) : '–'}
        unit="%"
        values={series.map(({ lossPercent }) => lossPercent)}
        least={5}
        colour="var(--standby-text)"
      />
      <Chart
        label={t`Loudness`}
        value={typeof last?.lufs === 'number' ? String(last.lufs).replace('-', '−') : '–'}
        unit="LUFS"
        values={series.map(({ lufs }) => (lufs ?? SILENCE_LUFS) - SILENCE_LUFS)}
        least={-SILENCE_LUFS}
        colour="var(--spy-text)"
      />
    </div>
  );
}

/** What arrives: rate, frames, losses over the last minutes, whether that is good, and what to change. */
export function HealthModule({ publish, facts, series, warnings }: HealthModuleProps) {
  const { i18n } = useLingui();
  const last = series.at(-1);
  const [tone, text] = verdictOf(publish, last, warnings);
  const size = facts && facts.width > 0 ? `${facts.width}×${facts.height}` : '';
  return (
    <section className="module" aria-live="polite">
      <div className="module-head">
        <span className="label grow">
          <Trans>Stream health</Trans>
        </span>
        {size && <span className="figure small text-ink-2">{size}</span>}
        <Tag tone={tone}>{text}</Tag>
      </div>
      <HealthCharts series={series} />
      {publish?.kind === 'live' && publish.via === 'tcp' && (
        <p className="small text-ink-2">
          <Trans>Sending over TCP: your network blocks UDP, so there is a little more delay.</Trans>
        </p>
      )}
      {publish?.kind === 'live' && publish.via === 'relay' && (
        <p className="small text-ink-2">
          <Trans>
            Sending over a relay: your network blocks direct connections, so there is a little more delay.
          </Trans>
        </p>
      )}
      {publish?.kind === 'failed' && (
        <p className="small text-bad">
          {publish.reason === 'unsupported' ? (
            <Trans>This browser cannot send H.264. Use another one, or OBS.</Trans>
          ) : publish.error ? (
            explainError(publish.error, i18n)
          ) : (
            <Trans>The server did not accept the video. End the stream and go live again.</Trans>
          )}
        </p>
      )}
      {warnings.map(({ code, text: advice }) => (
        <Notice key={code} tone="warn" title={<Trans>Change this setting</Trans>}>
          {advice}
        </Notice>
      ))}
    </section>
  );
}
