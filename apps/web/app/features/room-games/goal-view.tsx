import { formatAmount } from '@klieg/i18n';
import { Bar, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type Goal, percentOf } from './read-goal.ts';

/** The corner of a goal: how much is missing, or why nothing counts. */
export function GoalMark({ goal: { status, target, current } }: { readonly goal: Goal }) {
  const { i18n } = useLingui();
  const missing = formatAmount(Math.max(0, target - current), i18n.locale);
  switch (status) {
    case 'running':
      return (
        <span className="figure small text-ink-2">
          <Trans>{missing} to go</Trans>
        </span>
      );
    case 'reached':
      return (
        <Tag tone="ok">
          <Trans>Reached</Trans>
        </Tag>
      );
    case 'paused':
      return (
        <Tag tone="warn">
          <Trans>Paused</Trans>
        </Tag>
      );
    case 'ended':
      return (
        <Tag>
          <Trans>Ended</Trans>
        </Tag>
      );
  }
}

/** The line below the bar; there is always one, so that nothing moves with the first tip. */
function GoalNote({ goal: { status, current, lastUsername } }: { readonly goal: Goal }) {
  if (status === 'paused') return <Trans>Continues with the public show</Trans>;
  if (lastUsername) return <Trans>Last tip from {lastUsername}</Trans>;
  // Who hides is not named.
  return current === 0 ? <Trans>No tip yet</Trans> : <Trans>Every tip counts</Trans>;
}

export interface GoalViewProps {
  readonly goal: Goal;
  /** Name of the section for screen readers. */
  readonly label: string;
}

/** A tip goal: how far it is, with bar and figures that are the ledger's own. */
export function GoalView({ goal, label }: GoalViewProps) {
  const { t, i18n } = useLingui();
  const { status, title, target, current, step, steps } = goal;
  const percent = percentOf(goal);
  const wanted = formatAmount(target, i18n.locale);
  return (
    <section className="module goal" data-status={status} aria-label={label}>
      <div className="module-head">
        <span className="label">
          <Trans>Goal</Trans>
        </span>
        {steps > 1 && (
          <span className="figure small text-ink-3">
            <Trans>
              {step} of {steps}
            </Trans>
          </span>
        )}
        <span className="grow" />
        <GoalMark goal={goal} />
      </div>
      <h2 className="goal-title">{title}</h2>
      <div className="flex items-baseline gap-2">
        <span className="display goal-percent">{percent}%</span>
        {status === 'reached' && (
          <span className="goal-phone-mark">
            <GoalMark goal={goal} />
          </span>
        )}
        <span className="grow" />
        <span className="figure text-ink-2" title={t`Counted from the ledger`}>
          <Trans>
            <TokenAmount amountTokens={current} /> of {wanted}
          </Trans>
        </span>
      </div>
      <Bar thick percent={percent} label={t`Tip goal`} />
      <p className="goal-note small text-ink-3">
        <GoalNote goal={goal} />
      </p>
    </section>
  );
}
