import type { DeskComplaint } from '@klieg/contract';
import { Checkbox, Empty, Segments, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { timeLeft } from '../moderation/index.ts';
import { KIND_WORDS, STATE_WORDS } from './complaint-words.ts';

export const QUEUES = ['waiting', 'decided'] as const;

/** Filter of the complaints list. */
export interface QueueFilter {
  readonly queue: (typeof QUEUES)[number];
  readonly kind: DeskComplaint['kind'] | '';
  readonly isOverdue: boolean;
}

export interface ComplaintQueueProps {
  readonly items: readonly DeskComplaint[];
  readonly open: number;
  readonly overdue: number;
  readonly filter: QueueFilter;
  readonly onFilter: (filter: QueueFilter) => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly now: number;
}

const isKind = (value: string): value is DeskComplaint['kind'] => Object.hasOwn(KIND_WORDS, value);

function Filters({ filter, onFilter }: Pick<ComplaintQueueProps, 'filter' | 'onFilter'>) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2 px-4 pb-3">
      <Segments
        full
        label={t`Which complaints`}
        value={filter.queue}
        options={[
          { value: 'waiting', text: t`Waiting` },
          { value: 'decided', text: t`Decided` },
        ]}
        onChange={(queue) => onFilter({ ...filter, queue })}
      />
      <Select
        aria-label={t`Kind`}
        value={filter.kind}
        onChange={({ target: { value } }) => onFilter({ ...filter, kind: isKind(value) ? value : '' })}
      >
        <option value="">{t`All kinds`}</option>
        {Object.entries(KIND_WORDS).map(([kind, word]) => (
          <option key={kind} value={kind}>
            {t(word)}
          </option>
        ))}
      </Select>
      <Checkbox
        checked={filter.isOverdue}
        onChange={({ target }) => onFilter({ ...filter, isOverdue: target.checked })}
      >
        <Trans>Overdue only</Trans>
      </Checkbox>
    </div>
  );
}

function Line({ one, now }: { readonly one: DeskComplaint; readonly now: number }) {
  const { t } = useLingui();
  const left = timeLeft(Date.parse(one.created_at), Date.parse(one.due_at), now);
  const isDecided = one.state !== 'open' && one.state !== 'in_review';
  return (
    <>
      {!isDecided && (
        <span className="mod-clock" data-tone={one.waits_for_answer ? 'calm' : left.tone}>
          <span className="visually-hidden">
            <Trans>Time left:</Trans>{' '}
          </span>
          {one.waits_for_answer ? t`paused` : left.text}
        </span>
      )}
      <span className="min-w-0 grow">
        <b className="block truncate">{t(KIND_WORDS[one.kind])}</b>
        <span className="small block truncate text-ink-2">
          <span className="num">{one.number}</span> ·{' '}
          {one.counter_open ? <Trans>Counter-notice</Trans> : t(STATE_WORDS[one.state])}
          {one.about.length > 0 && ` · ${one.about.join(', ')}`}
        </span>
      </span>
    </>
  );
}

/** Complaints, the most severe and overdue first, each with its remaining time. */
export function ComplaintQueue(props: ComplaintQueueProps) {
  const { items, open, overdue, filter, selected, now } = props;
  const { t } = useLingui();
  return (
    <section className="mod-queue" aria-label={t`Complaints`}>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Complaints</Trans>
        </h2>
        <span className="small text-ink-2">
          <Trans>
            {open} waiting, {overdue} overdue
          </Trans>
        </span>
      </div>
      <Filters filter={filter} onFilter={props.onFilter} />
      {items.length === 0 ? (
        <Empty
          title={
            filter.queue === 'waiting' ? <Trans>Nothing waiting</Trans> : <Trans>Nothing here yet</Trans>
          }
        >
          <Trans>Complaints are listed here until someone has decided.</Trans>
        </Empty>
      ) : (
        <ul className="mod-cases">
          {items.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="mod-case"
                aria-current={one.id === selected || undefined}
                onClick={() => props.onSelect(one.id)}
              >
                <Line one={one} now={now} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
