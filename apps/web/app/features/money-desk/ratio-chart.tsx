import type { SchemeRatio } from '@klieg/contract';
import { numberFormat } from '@klieg/i18n';
import { useLingui } from '@lingui/react/macro';

const WIDTH = 360;
const HEIGHT = 110;
const LEFT = 44;
const TOP = 8;

export interface RatioChartProps {
  readonly scheme: SchemeRatio;
  /** Percent at the end of each day of the month so far. */
  readonly running: readonly (number | null)[];
  readonly daysInMonth: number;
}

/** The month's ratio day by day, where it goes, and the lines that it must stay below. */
export function RatioChart({ scheme, running, daysInMonth }: RatioChartProps) {
  const { t, i18n } = useLingui();
  const reached = Math.max(scheme.projected_ratio ?? 0, ...running.map((one) => one ?? 0));
  // Far above the lines the exact height no longer matters, and they must stay readable.
  const most = Math.min(scheme.excessive_ratio * 2, Math.max(scheme.excessive_ratio * 1.2, reached));
  const x = (day: number) => LEFT + (day / daysInMonth) * (WIDTH - LEFT);
  const y = (percent: number) => TOP + HEIGHT - (Math.min(percent, most) / most) * HEIGHT;
  const percentText = (percent: number) =>
    `${numberFormat(i18n.locale, { maximumFractionDigits: 2 }).format(percent)}%`;
  const points = running.flatMap((percent, at) => (percent === null ? [] : [`${x(at + 1)} ${y(percent)}`]));
  const isBad = scheme.is_alert;
  const colour = isBad ? 'var(--live-text)' : 'var(--spy-text)';
  return (
    <svg
      className="desk-ratio"
      viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + 4}`}
      role="img"
      aria-label={t`Chargebacks over sales this month, ${percentText(scheme.ratio ?? 0)} now and ${percentText(scheme.projected_ratio ?? 0)} at its end`}
    >
      <path d={`M${LEFT} ${y(0)}H${WIDTH}`} style={{ stroke: 'var(--line)' }} />
      {[scheme.alert_at, scheme.excessive_ratio].map((line) => (
        <g key={line}>
          <path
            d={`M${LEFT} ${y(line)}H${WIDTH}`}
            strokeDasharray="4 4"
            style={{ stroke: line === scheme.alert_at ? 'var(--standby-text)' : 'var(--live-text)' }}
          />
          <text className="chart-text" x={LEFT - 6} y={y(line) + 4} textAnchor="end">
            {percentText(line)}
          </text>
        </g>
      ))}
      {points.length > 0 && (
        <path d={`M${points.join('L')}`} fill="none" strokeWidth={2} style={{ stroke: colour }} />
      )}
      {points.length > 0 && scheme.projected_ratio !== null && (
        <path
          d={`M${points.at(-1)}L${x(daysInMonth)} ${y(scheme.projected_ratio)}`}
          fill="none"
          strokeWidth={2}
          strokeDasharray="2 4"
          style={{ stroke: colour }}
        />
      )}
    </svg>
  );
}
