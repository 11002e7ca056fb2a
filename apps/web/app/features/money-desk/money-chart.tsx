import { formatDay, formatMoney } from '@klieg/i18n';
import { useLingui } from '@lingui/react/macro';
import { BILLER_NAMES } from './desk-words.ts';
import { type Bars, topOf } from './money-rules.ts';

/** The fixed order of stacked bars. */
const COLOURS = ['var(--key-mark)', 'var(--private-text)', 'var(--spy-text)', 'var(--ticket-text)'] as const;
const LEFT = 64;
const TOP = 14;
const HEIGHT = 170;

export interface MoneyChartProps {
  readonly bars: Bars;
  readonly width: number;
  readonly className: string;
}

/** Sales per biller and day; reversals are below the line. */
export function MoneyChart({ bars: { groups, bars }, width, className }: MoneyChartProps) {
  const { t, i18n } = useLingui();
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + Math.max(0, value), 0));
  const top = topOf(sums);
  const bottom = TOP + HEIGHT;
  const step = (width - LEFT) / Math.max(1, bars.length);
  const scale = (cents: number) => (cents / top) * HEIGHT;
  const total = formatMoney(
    bars.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0),
    'USD',
    i18n.locale,
  );
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${bottom + 22}`}
      role="img"
      aria-label={t`Sales by day and biller; ${total} in all`}
    >
      {[0, top / 2, top].map((mark) => (
        <g key={mark}>
          <path d={`M${LEFT - 8} ${bottom - scale(mark) + 0.5}H${width}`} style={{ stroke: 'var(--line)' }} />
          <text className="chart-text" x={LEFT - 14} y={bottom - scale(mark) + 4} textAnchor="end">
            {formatMoney(mark, 'USD', i18n.locale)}
          </text>
        </g>
      ))}
      {bars.map(({ day, values }, at) => {
        let y = bottom;
        return values.map((value, group) => {
          const height = scale(Math.max(0, value));
          y -= height;
          return (
            height > 0 && (
              <rect
                key={`${day} ${groups[group]}`}
                x={LEFT + at * step + 1}
                y={y}
                width={Math.max(1, step - 4)}
                height={Math.max(1, height - 1)}
                style={{ fill: COLOURS[group] }}
              />
            )
          );
        });
      })}
      <text className="chart-text" x={LEFT} y={bottom + 18}>
        {formatDay(bars[0]?.day ?? 0, i18n.locale)}
      </text>
      <text className="chart-text" x={width} y={bottom + 18} textAnchor="end">
        {formatDay(bars.at(-1)?.day ?? 0, i18n.locale)}
      </text>
    </svg>
  );
}

/** Which colour is which biller. */
export function ChartKeys({ groups }: { readonly groups: readonly string[] }) {
  const { t } = useLingui();
  return (
    <ul className="flex flex-wrap gap-3 small text-ink-2">
      {groups.map((group, at) => (
        <li key={group} className="flex items-center gap-1">
          <i className="desk-key" style={{ background: COLOURS[at] }} />
          {group === '' ? t`Others` : BILLER_NAMES[group as keyof typeof BILLER_NAMES]}
        </li>
      ))}
    </ul>
  );
}
