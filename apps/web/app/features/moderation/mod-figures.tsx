import { formatCount } from '@klieg/i18n';
import { DAY_MS } from '@klieg/kernel/time';
import { joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { spanText, timeLeft } from '../../shared/time-left.ts';
import { useStanding } from '../money-desk/index.ts';

interface FigureProps {
  readonly label: ReactNode;
  readonly value: string | undefined;
  readonly tone?: 'late' | 'soon' | 'calm';
  readonly className?: string;
}

/** A figure in a slot of its own, which is there before the figure is. */
const Figure = ({ label, value, tone, className }: FigureProps) => (
  <div className={joinClasses('mod-figure', className)}>
    <dt className="label">{label}</dt>
    <dd className="figure desk-due" data-tone={tone}>
      {value ?? '—'}
    </dd>
  </div>
);

/** Waiting work and its first deadline, how fast cases are decided, and the number of live rooms. */
export function ModFigures() {
  const { i18n } = useLingui();
  const [openedAt] = useState(() => Date.now());
  const { answer } = useStanding();
  const standing = answer.kind === 'ready' ? answer.value : undefined;
  const count = (value: number | undefined) =>
    value === undefined ? undefined : formatCount(value, i18n.locale);
  const dues = standing?.queues.flatMap(({ oldest_due_at: due }) => (due === null ? [] : [Date.parse(due)]));
  const dueMs = dues === undefined || dues.length === 0 ? undefined : Math.min(...dues);
  // Only the last day of a deadline is shown here.
  const left = dueMs === undefined ? undefined : timeLeft(dueMs - DAY_MS, dueMs, openedAt);
  const median = standing?.median_answer_seconds;
  return (
    <dl className="mod-figures">
      <Figure
        label={<Trans>Waiting</Trans>}
        value={count(standing?.queues.reduce((sum, { open }) => sum + open, 0))}
      />
      <Figure label={<Trans>First due</Trans>} value={left?.text} {...(left && { tone: left.tone })} />
      <Figure
        label={<Trans>Median response</Trans>}
        value={typeof median === 'number' ? spanText(median * 1_000) : undefined}
        className="mod-figure-wide"
      />
      <Figure label={<Trans>Live</Trans>} value={count(standing?.rooms)} />
    </dl>
  );
}
