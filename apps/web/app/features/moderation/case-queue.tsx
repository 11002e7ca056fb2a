import type { Report } from '@klieg/contract';
import { Empty, Icon, Segments } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { KIND_WORDS, REASON_WORDS } from './case-words.ts';
import { MonthReport } from './month-report.tsx';
import { timeLeft } from '../../shared/time-left.ts';

export const QUEUES = ['waiting', 'actioned', 'dismissed'] as const;
export type Queue = (typeof QUEUES)[number];

export interface CaseQueueProps {
  readonly items: readonly Report[];
  readonly open: number;
  readonly queue: Queue;
  readonly onQueue: (queue: Queue) => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly now: number;
}

/** Must be looked at within a day. */
const Urgent = () => (
  <span className="mod-urgent">
    <Icon name="warning-octagon-fill" size={14} />
    <span className="visually-hidden">
      <Trans>High</Trans>
    </span>
  </span>
);

/** Cases by severity and age, each with its remaining time. */
export function CaseQueue({ items, open, queue, onQueue, selected, onSelect, now }: CaseQueueProps) {
  const { t } = useLingui();
  const names: Readonly<Record<Queue, string>> = {
    waiting: t`Waiting`,
    actioned: t`Acted on`,
    dismissed: t`Dismissed`,
  };
  return (
    <section className="mod-queue" aria-label={t`Cases`}>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Cases</Trans>
        </h2>
        <span className="small text-ink-2">
          <Trans>{open} waiting</Trans>
        </span>
      </div>
      <div className="px-4 pb-3">
        <Segments
          full
          label={t`Which cases`}
          value={queue}
          options={QUEUES.map((value) => ({ value, text: names[value] }))}
          onChange={onQueue}
        />
      </div>
      {items.length === 0 ? (
        <Empty title={queue === 'waiting' ? <Trans>Nothing waiting</Trans> : <Trans>Nothing here yet</Trans>}>
          <Trans>Reports are listed here until someone has decided.</Trans>
        </Empty>
      ) : (
        <ul className="mod-cases">
          {items.map((one) => {
            const left = timeLeft(Date.parse(one.created_at), Date.parse(one.due_at), now);
            return (
              <li key={one.id}>
                <button
                  type="button"
                  className="mod-case"
                  aria-current={one.id === selected || undefined}
                  onClick={() => onSelect(one.id)}
                >
                  {queue === 'waiting' && (
                    <span className="mod-clock" data-tone={left.tone}>
                      <span className="visually-hidden">
                        <Trans>Time left:</Trans>{' '}
                      </span>
                      {left.text}
                    </span>
                  )}
                  <span className="min-w-0 grow">
                    <b className="flex items-center gap-1">
                      {one.is_urgent && <Urgent />}
                      <span className="truncate">{t(REASON_WORDS[one.reason])}</span>
                    </b>
                    <span className="small block truncate text-ink-2">
                      {t(KIND_WORDS[one.kind])} · {one.subject ?? t`a guest`}
                      {one.reports > 1 && ` · ${one.reports}×`}
                      {one.assignee !== null && ` · ${one.assignee}`}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {queue === 'waiting' && (
        <p className="small px-4 py-3 text-ink-3">
          <Trans>Time left to decide: a day for high priority, seven business days for all others.</Trans>
        </p>
      )}
      <MonthReport />
    </section>
  );
}
