import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import type { MePart } from '../identity/index.ts';
import type { SanctionStore } from '../rooms/index.ts';
import { AUTOMATIC } from './moderation-log-store.ts';

/** Automatic silences for flooding, and staff silences for all rooms, as told to the account's own pages (S2711). */
export function makeAutosilences(deps: {
  readonly sanctions: Pick<SanctionStore, 'listSilencesBy' | 'listSilencesEverywhere'>;
  readonly clock: Clock;
}) {
  const running = async (id: AccountId) => {
    const [ofHouse, ofRooms] = await Promise.all([
      deps.sanctions.listSilencesEverywhere(id),
      deps.sanctions.listSilencesBy(id, AUTOMATIC),
    ]);
    return [...ofHouse.map((one) => ({ ...one, room: undefined })), ...ofRooms];
  };
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

const REASONS: readonly string[] = ['spam', 'links', 'flood', 'reports'] satisfies readonly Reason[];
type Reason = NonNullable<Payload<'v3.autosilenced'>['reason']>;

/** The event for the pages of somebody whom a room has automatically silenced. @param room absent: in all of them */
export const autosilenced = (
  now: number,
  room: string | undefined,
  { until, reason }: { readonly until: Date | null; readonly reason: string },
): Payload<'v3.autosilenced'> => ({
  seq: now,
  isAutosilenced: true,
  ...(until && { until: until.getTime() }),
  // The log stores reasons as text; a moderator's reason is told elsewhere.
  ...(REASONS.includes(reason) && { reason: reason as Reason }),
  ...(room !== undefined && { room }),
});
