import type { Payload } from '@klieg/contract';
import { useEffect } from 'react';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

export type StaffQueue = Payload<'v3.staff.queue'>['queue'];

/** Reloads a list whenever one of its queues changes. @param queues must be stable */
export function useQueueNews(queues: readonly StaffQueue[], reload: () => void): void {
  const lobby = usePageRealtime()?.lobby;
  useEffect(
    () => lobby?.on('v3.staff.queue', ({ queue }) => queues.includes(queue) && reload()),
    [lobby, queues, reload],
  );
}
