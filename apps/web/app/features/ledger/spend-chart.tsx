import { formatDay, formatViewers } from '@klieg/i18n';
import { joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { axisTop, SPEND_GROUPS, type SpendDay, type SpendGroup } from './statement-rules.ts';

const COLOURS: Record<SpendGroup, string> = {
  tips: 'var(--key-mark)',
  shows: 'var(--private-text)',
  media: 'var(--ticket-text)',
};

const LEFT = 40;
const TOP = 20;
const HEIGHT = 84;

interface SpendChartProps {
  readonly days: readonly SpendDay[];
  readonly width: number;
  /** A description for people who do not see it. */
  readonly label: string;
  readonly className?: string;
}

/** The legend of the bars' colours. */
export function SpendKey({ className }: { readonly className?: string }) {
  const words: Record<SpendGroup, ReactNode> = {
    tips: <Trans>Tips</Trans>,
    shows: <Trans>Shows</Trans>,
    media: <Trans>Media, clubs</Trans>,
  };
  return (
    <span className={joinClasses('small flex items-center gap-3 text-ink-2', className)}>
      {SPEND_GROUPS.map((group) => (
        <span key={group} className="flex items-center gap-1">
          <i className="chart-key" style={{ background: COLOURS[group] }} />
          {words[group]}
        </span>
      ))}
    </span>
  );
}

/** Stacked bars per day: tips, shows, media; three lines, figures at 12 px on phones too. */
function SpendChart({ days, width, label, className }: SpendChartProps) {
  const { i18n } = useLingui();
  const sums = days.map(({ spent }) => spent.tips + spent.shows + spent.media);
  const top = axisTop(Math.max(0, ...sums));
  const step = (width - LEFT) / days.length;
  const scale = (tokens: number) => (tokens / top) * HEIGHT;
  const bottom = TOP + HEIGHT;
  return (
    <svg className={className} viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((mark) => (
        <g key={mark}>
          <path d={`M${LEFT - 8} ${bottom - scale(mark) + 0.5}H${width}`} style={{ stroke: 'var(--line)' }} />
          <text className="chart-text" x={LEFT - 14} y={bottom - scale(mark) + 4} textAnchor="end">
            {formatViewers(mark, i18n.locale)}
          </text>
        </g>
      ))}
      {days.map((day, position) => {
        let y = bottom;
        return SPEND_GROUPS.map((group) => {
          const height = scale(day.spent[group]);
          y -= height;
          return (
            height > 0 && (
              <rect
                key={`${day.dayAt} ${group}`}
                x={LEFT + position * step + 1}
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
        {formatDay(days[0]?.dayAt ?? 0, i18n.locale)}
      </text>
      <text className="chart-text" x={width} y={bottom + 18} textAnchor="end">
        {formatDay(days.at(-1)?.dayAt ?? 0, i18n.locale)}
      </text>
    </svg>
  );
}

/** The same days on desktops, where the legend is in the head of the module, and on phones, where it is below. */
export function SpendCharts({ days, label }: Pick<SpendChartProps, 'days' | 'label'>) {
  return (
    <>
      <SpendChart days={days} width={562} label={label} className="account-chart max-tablet:hidden" />
      <div className="tablet:hidden">
        <SpendChart days={days} width={358} label={label} className="account-chart" />
        <SpendKey />
      </div>
    </>
  );
}
