import type { AnswerOf, Api } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { ComplaintDeskFeature } from '../complaint-desk/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomsFeature, RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { QueueStore } from './queue-store.ts';

const MEDIAN_MS = 7 * DAY_MS;

/** The caller's waiting work, how fast cases have been decided, and how many are live and watched. */
export function makeReadStanding(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpen'>;
  readonly board: Pick<RoomsFeature['board'], 'of'>;
  readonly queues: Pick<QueueStore, 'readMedianAnswer'>;
  readonly readQueues: ComplaintDeskFeature['readQueues'];
  readonly clock: Clock;
}) {
  const countLive = async () => {
    const rows = await deps.rooms.listOpen();
    const owners = await deps.accounts.listByIds(rows.map(({ accountId }) => accountId));
    const watching = owners.reduce((sum, { username }) => sum + (deps.board.of(username)?.userCount ?? 0), 0);
    return { rooms: rows.length, watching };
  };
  return async (caller: SiteCaller): Promise<AnswerOf<Api['readStanding']>> => {
    const [states, live, medianSeconds] = await Promise.all([
      deps.readQueues(caller),
      countLive(),
      deps.queues.readMedianAnswer(new Date(deps.clock.now() - MEDIAN_MS)),
    ]);
    return {
      queues: states.map(({ queue, open, oldestDueAt }) => ({
        queue,
        open,
        oldest_due_at: oldestDueAt && toInstant(oldestDueAt),
      })),
      ...live,
      median_answer_seconds: medianSeconds,
    };
  };
}
