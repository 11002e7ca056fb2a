import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

const SUBJECT = 'staff.queues';

type News = Payload<'v3.staff.queue'>;

/** How much waits in a queue. */
export interface QueueState {
  readonly queue: News['queue'];
  readonly open: number;
  /** Null: nothing waits, or it has no clock. */
  readonly oldestDueAt: Date | null;
}

/** Queues of one office. */
export interface QueueSource {
  readonly who: 'moderate_site' | 'look_after_models';
  read(now: Date): Promise<readonly QueueState[]>;
}

export interface StaffQueue {
  /** Adds queues of another feature. */
  add(source: QueueSource): void;
  readonly lobbyPart: { onReady(socket: Socket, caller: SiteCaller): Promise<void> };
  /** What waits for somebody, by their offices; nothing without one. */
  readOf(caller: SiteCaller): Promise<readonly QueueState[]>;
  /** Something has changed; to be called after the commit. */
  tell(): void;
  /** Sends what has changed since the last time; does nothing while no staff has a page open. */
  look(): Promise<void>;
  readonly stop: Unsubscribe;
}

/** Sends how much waits to every open page of those who decide it, on any node. */
export function makeStaffQueue(deps: {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}): StaffQueue {
  const sources: QueueSource[] = [];
  const sockets = new Map<Socket, SiteCaller>();
  const told = new Map<News['queue'], string>();
  let lastSeq = 0;

  /** Pages drop what is not newer than what they have, so numbers must be unique. */
  const nextSeq = (): number => (lastSeq = Math.max(deps.clock.now(), lastSeq + 1));
  const textOf = ({ open, oldestDueAt }: QueueState): string => `${open} ${oldestDueAt?.getTime() ?? ''}`;

  const sendTo = (socket: Socket, { queue, open, oldestDueAt }: QueueState): void => {
    socket.send('v3.staff.queue', {
      seq: nextSeq(),
      queue,
      count: open,
      ...(oldestDueAt && { oldest_due_at: oldestDueAt.getTime() }),
    });
  };

  /** @param isAll also what has not changed */
  const sendAll = async (isAll: boolean): Promise<void> => {
    for (const socket of sockets.keys()) if (!socket.isOpen) sockets.delete(socket);
    if (sockets.size === 0) return;
    const now = new Date(deps.clock.now());
    for (const { who, read } of sources)
      for (const state of await read(now)) {
        if (!isAll && told.get(state.queue) === textOf(state)) continue;
        told.set(state.queue, textOf(state));
        for (const [socket, caller] of sockets) if (isAllowed(who, caller)) sendTo(socket, state);
      }
  };
  const readOf = async (caller: SiteCaller): Promise<readonly QueueState[]> => {
    const now = new Date(deps.clock.now());
    const own = sources.filter(({ who }) => isAllowed(who, caller));
    return (await Promise.all(own.map(({ read }) => read(now)))).flat();
  };
  const stop = deps.bus.subscribe(SUBJECT, () => void sendAll(true).catch(deps.onFailure));

  return {
    add: (source) => void sources.push(source),
    lobbyPart: {
      async onReady(socket, caller) {
        if (!sources.some(({ who }) => isAllowed(who, caller))) return;
        sockets.set(socket, caller);
        for (const state of await readOf(caller)) sendTo(socket, state);
      },
    },
    readOf,
    tell: () => deps.bus.publish(SUBJECT, {}),
    look: () => sendAll(false),
    stop,
  };
}
