import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import type { MePart } from '../identity/index.ts';
import type { SanctionStore } from '../rooms/index.ts';
import type { FloodReason } from './flood-watch.ts';
import { AUTOMATIC } from './moderation-log-store.ts';

/** What rooms did by themselves with an account that floods them, as the account's own pages are told of it (S2711). */
export function makeAutosilences(deps: {
  readonly sanctions: Pick<SanctionStore, 'listSilencesBy'>;
  readonly clock: Clock;
}) {
  const running = (id: AccountId) => deps.sanctions.listSilencesBy(id, AUTOMATIC);
  const mePart: MePart<'isAutosilenced'> = {
    empty: { isAutosilenced: false },
    read: (asks) =>
      Promise.all(
        asks.map(async ({ account }) => ({ isAutosilenced: (await running(account.id)).length > 0 })),
      ),
  };
  return {
    mePart,
    lobbyPart: {
      async onReady(socket: Socket, { account }: { readonly account: { readonly id: AccountId } | null }) {
        for (const { room, until, reason } of account ? await running(account.id) : [])
          socket.send('v3.autosilenced', autosilenced(deps.clock.now(), room, { until, reason }));
      },
    },
  };
}

/** The event for the pages of somebody whom a room has silenced by itself. */
export const autosilenced = (
  now: number,
  room: string,
  { until, reason }: { readonly until: Date | null; readonly reason: string },
): Payload<'v3.autosilenced'> => ({
  seq: now,
  isAutosilenced: true,
  ...(until && { until: until.getTime() }),
  // The log keeps why as text; it was written by the same rule.
  reason: reason as FloodReason,
  room,
});
