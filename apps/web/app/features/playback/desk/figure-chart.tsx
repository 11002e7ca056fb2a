import { useLingui } from '@lingui/react/macro';
import { formatDay, formatDayTime } from '@klieg/i18n';
import { roundTop } from './figure-words.ts';

const LEFT = 64;
const TOP = 14;
const HEIGHT = 120;

export interface FigureSeries {
  readonly name: string;
  readonly colour: string;
  /** For each point; null: no reports, and the line has a gap. */
  readonly values: readonly (number | null)[];
}

export interface FigureChartProps {
  readonly label: string;
  readonly series: readonly FigureSeries[];
  /** When each point begins. */
  readonly at: readonly string[];
  readonly stepHours: number;
  /** The scale holds at least this. */
  readonly least: number;
  readonly format: (value: number) => string;
  readonly width: number;
  readonly className: string;
}

/** Parts of a line between gaps, as paths; a single point becomes a short, visible stroke. */
function pathsOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string[] {
  const paths: string[] = [];
  let part: string[] = [];
  const end = (): void => {
    if (part.length > 0) paths.push(part.length === 1 ? `M${part[0]}h1` : `M${part.join('L')}`);
    part = [];
  };
  for (const [at, value] of values.entries())
    if (value === null) end();
    else part.push(`${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
  end();
  return paths;
}

/** Figures over time as lines. */
export function FigureChart(props: FigureChartProps) {
  const { label, series, at, stepHours, least, format, width, className } = props;
  const { i18n } = useLingui();
  const top = roundTop(
    series.flatMap(({ values }) => values),
    least,
  );
  const bottom = TOP + HEIGHT;
  const x = (point: number) => LEFT + (point / Math.max(1, at.length - 1)) * (width - LEFT - 2);
  const y = (value: number) => bottom - (value / top) * HEIGHT;
  const timeOf = (instant: string | undefined) =>
    instant === undefined
      ? ''
      : stepHours < 24
        ? formatDayTime(instant, i18n.locale)
        : formatDay(instant, i18n.locale);
  return (
    <svg className={className} viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((mark) => (
        <g key={mark}>
          <path d={`M${LEFT - 8} ${y(mark) + 0.5}H${width}`} style={{ stroke: 'var(--line)' }} />
          <text className="chart-text" x={LEFT - 14} y={y(mark) + 4} textAnchor="end">
            {format(mark)}
          </text>
        </g>
      ))}
      {series.map(({ name, colour, values }) =>
        pathsOf(values, x, y).map((path) => (
          <path
            key={`${name} ${path}`}
            d={path}
            fill="none"
            strokeWidth={2}
            strokeLinecap="round"
            style={{ stroke: colour }}
          />
        )),
      )}
      <text className="chart-text" x={LEFT} y={bottom + 18}>
        {timeOf(at[0])}
      </text>
      <text className="chart-text" x={width} y={bottom + 18} textAnchor="end">
        {timeOf(at.at(-1))}
      </text>
    </svg>
  );
}
