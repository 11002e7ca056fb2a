import { Button, Empty } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useNow } from '../moderation/index.ts';
import { deskApi, DeskSection, type StaffQueue, useDesk, useQueueNews } from '../money-desk/index.ts';
import { ComplaintPanel } from './complaint-panel.tsx';
import { ComplaintQueue, type QueueFilter } from './complaint-queue.tsx';
import './complaint-desk.css';

const SHOWN = '100';
const QUEUES: readonly StaffQueue[] = ['complaint', 'illegal'];

/** The selected complaint in its current state, including other people's steps. */
function OpenComplaint(props: { readonly id: string; readonly now: number; readonly onChanged: () => void }) {
  const { id, now } = props;
  const desk = useDesk(id, (signal) => deskApi.getDeskComplaint({ params: { id }, signal }));
  return (
    <DeskSection desk={desk}>
      {(whole) => (
        <ComplaintPanel
          whole={whole}
          now={now}
          onChanged={() => {
            desk.reload();
            props.onChanged();
          }}
        />
      )}
    </DeskSection>
  );
}

/** `/mod/complaints`: waiting complaints on the left, the selected one beside them. */
export function ComplaintDeskPage() {
  const [query, setQuery] = useSearchParams();
  const [filter, setFilter] = useState<QueueFilter>({ queue: 'waiting', kind: '', isOverdue: false });
  const chosen = query.get('complaint') ?? undefined;
  const choose = (next: Record<string, string>) =>
    setQuery(next, { replace: true, preventScrollReset: true });
  const desk = useDesk(`complaints ${JSON.stringify(filter)}`, (signal) =>
    deskApi.listDeskComplaints({
      query: {
        limit: SHOWN,
        queue: filter.queue,
        ...(filter.kind !== '' && { kind: filter.kind }),
        ...(filter.isOverdue && { overdue: '1' as const }),
      },
      signal,
    }),
  );
  const { reload } = desk;
  useQueueNews(QUEUES, reload);
  const now = useNow(useCallback(() => reload(), [reload]));
  return (
    <div className="mod-console mod-complaints" data-chosen={chosen !== undefined}>
      <DeskSection desk={desk}>
        {({ items, open, overdue }) => (
          <ComplaintQueue
            items={items}
            open={open}
            overdue={overdue}
            filter={filter}
            onFilter={setFilter}
            selected={chosen}
            onSelect={(id) => choose({ complaint: id })}
            now={now}
          />
        )}
      </DeskSection>
      <div className="mod-side">
        {chosen === undefined ? (
          <Empty title={<Trans>Nothing chosen</Trans>}>
            <Trans>Choose a complaint to see what it says and what it is about.</Trans>
          </Empty>
        ) : (
          <>
            <Button kind="text" size="small" className="mod-back" onClick={() => choose({})}>
              <Trans>Back to the queue</Trans>
            </Button>
            <OpenComplaint key={chosen} id={chosen} now={now} onChanged={reload} />
          </>
        )}
      </div>
    </div>
  );
}
