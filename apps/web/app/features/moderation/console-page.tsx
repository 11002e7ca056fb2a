import { Button, Empty } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskApi, DeskSection, type StaffQueue, useDesk, useQueueNews } from '../money-desk/index.ts';
import { CasePanel } from './case-panel.tsx';
import { CaseQueue, type Queue } from './case-queue.tsx';
import { LiveWall } from './live-wall.tsx';
import { RoomPanel } from './room-panel.tsx';
import { useNow } from './use-now.ts';
import { roomOn, useRoomOn, useWall } from './use-wall.ts';
import './moderation.css';

const SHOWN = '100';
const QUEUES: readonly StaffQueue[] = ['live'];

/** A case that was chosen; what somebody does to it is shown at once, and what others do with the queue's news. */
function OpenCase({
  id,
  now,
  roomOf,
  onChanged,
}: {
  readonly id: string;
  readonly now: number;
  /** The way to somebody's room; undefined where it is not on the wall. */
  readonly roomOf: (username: string) => (() => void) | undefined;
  readonly onChanged: () => void;
}) {
  const desk = useDesk(id, (signal) => deskApi.getReport({ params: { id }, signal }));
  const { reload, show } = desk;
  useQueueNews(QUEUES, reload);
  return (
    <DeskSection desk={desk}>
      {(whole) => (
        <CasePanel
          whole={whole}
          now={now}
          onRoom={whole.subject === null ? undefined : roomOf(whole.subject)}
          onChanged={(next) => {
            show(next);
            // An older answer may still be on its way, and would take the place of this one.
            reload();
            onChanged();
          }}
          onRefused={reload}
        />
      )}
    </DeskSection>
  );
}

/** `/mod`: waiting work on the left, live rooms in the middle, the selection on the right. */
export function ConsolePage() {
  const [query, setQuery] = useSearchParams();
  const [queue, setQueue] = useState<Queue>('waiting');
  const caseId = query.get('case') ?? undefined;
  const roomName = query.get('room') ?? undefined;
  const choose = (chosen: Record<string, string>) =>
    setQuery(chosen, { replace: true, preventScrollReset: true });
  const cases = useDesk(`cases ${queue}`, (signal) =>
    deskApi.listReports({
      query: { limit: SHOWN, ...(queue !== 'waiting' && { state: queue }) },
      signal,
    }),
  );
  const wall = useWall();
  const { reload: reloadCases } = cases;
  const { reload: reloadWall } = wall.desk;
  const reload = useCallback(() => {
    reloadCases();
    reloadWall();
  }, [reloadCases, reloadWall]);
  useQueueNews(QUEUES, reloadCases);
  const now = useNow(reload);
  const room = useRoomOn(wall, roomName);
  const roomOf = (username: string) => roomOn(wall, username) && (() => choose({ room: username }));
  return (
    <div className="mod-console" data-chosen={caseId !== undefined || room !== undefined}>
      <DeskSection desk={cases}>
        {({ items, open }) => (
          <CaseQueue
            items={items}
            open={open}
            queue={queue}
            onQueue={setQueue}
            selected={caseId}
            onSelect={(id) => choose({ case: id })}
            now={now}
          />
        )}
      </DeskSection>
      <LiveWall wall={wall} selected={roomName} onSelect={(username) => choose({ room: username })} />
      <div className="mod-side">
        {(caseId !== undefined || room !== undefined) && (
          <Button kind="text" size="small" className="mod-back" onClick={() => choose({})}>
            <Trans>Back to the queue</Trans>
          </Button>
        )}
        {caseId !== undefined && (
          <OpenCase key={caseId} id={caseId} now={now} roomOf={roomOf} onChanged={reload} />
        )}
        {room && (
          <RoomPanel
            key={room.user.username}
            room={room}
            onStopped={() => {
              choose({});
              reload();
            }}
          />
        )}
        {caseId === undefined && !room && (
          <Empty title={<Trans>Nothing chosen</Trans>}>
            <Trans>Choose a case, or a room that is live.</Trans>
          </Empty>
        )}
      </div>
    </div>
  );
}
