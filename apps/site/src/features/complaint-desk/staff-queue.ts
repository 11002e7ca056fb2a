import type { Bus } from '@klieg/contract/bus';
import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ComplaintStore, QueueCount } from './complaint-store.ts';

const SUBJECT = 'staff.complaints';

/** How many complaints wait, to every open page of those who decide them, on whichever node. */
export function makeStaffQueue(deps: {
  readonly complaints: Pick<ComplaintStore, 'count'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}) {
  const sockets = new Set<Socket>();

  const newsOf = (queue: 'complaint' | 'illegal', { open, oldestDueAt }: QueueCount, seq: number) => ({
    seq,
    queue,
    count: open,
    ...(oldestDueAt && { oldest_due_at: oldestDueAt.getTime() }),
  });
  const read = async (): Promise<Payload<'v3.staff.queue'>[]> => {
    const seq = deps.clock.now();
    const { illegal, other } = await deps.complaints.count(new Date(seq));
    return [newsOf('illegal', illegal, seq), newsOf('complaint', other, seq)];
  };
  const send = async (to: Iterable<Socket>): Promise<void> => {
    const news = await read();
    for (const socket of to) for (const one of news) socket.send('v3.staff.queue', one);
  };
  const sendAll = async (): Promise<void> => {
    for (const socket of sockets) if (!socket.isOpen) sockets.delete(socket);
    if (sockets.size > 0) await send(sockets);
  };
  const stop = deps.bus.subscribe(SUBJECT, () => void sendAll().catch(deps.onFailure));

  return {
    lobbyPart: {
      async onReady(socket: Socket, caller: SiteCaller): Promise<void> {
        if (!isAllowed('moderate_site', caller)) return;
        sockets.add(socket);
        await send([socket]);
      },
    },
    /** Something has changed; to be called after the commit. */
    tell: () => deps.bus.publish(SUBJECT, {}),
    stop,
  };
}
