import type { AccountId } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { Cameras } from '../cameras/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { ReadRooms } from './read-rooms.ts';
import { endingOf, type Sharecam } from './sharecam-rules.ts';
import type { Sharecams } from './sharecams.ts';
import type { SharecamStore } from './sharecam-store.ts';

/** Ends cameras because of the time, the room, a block or a missing picture, even if those events were missed. */
export interface TendSharecams {
  /** Looks at everything that is open. */
  sweep(): Promise<void>;
  /** Looks at one room, since something has happened there. */
  look(owner: Account): Promise<void>;
}

export function makeTendSharecams(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly sanctions: Pick<RoomsFeature['sanctions'], 'listPutOut'>;
  readonly store: Pick<SharecamStore, 'listOpen' | 'now'>;
  readonly cameras: Pick<Cameras, 'list'>;
  readonly readRooms: ReadRooms;
  readonly sharecams: Pick<Sharecams, 'end' | 'noteReady'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): TendSharecams {
  const { accounts, sharecams } = deps;

  /** Indexes of those who may no longer be in the room. */
  const findPutOut = async (
    open: readonly Sharecam[],
    personOf: ReadonlyMap<AccountId, Account>,
  ): Promise<ReadonlySet<number>> => {
    const apart = await deps.blocks.listApart(
      open.map(({ roomId, viewerId }) => [roomId, viewerId] as const),
    );
    const byRoom = Map.groupBy(open, ({ roomId }) => roomId);
    const putOut = new Map<AccountId, ReadonlySet<AccountId>>();
    for (const [roomId, its] of byRoom)
      putOut.set(
        roomId,
        await deps.sanctions.listPutOut(
          roomId,
          its.map(({ viewerId }) => viewerId),
        ),
      );
    const isPutOut = ({ roomId, viewerId }: Sharecam, at: number) =>
      apart.has(at) ||
      putOut.get(roomId)!.has(viewerId) ||
      [viewerId, roomId].some((id) => personOf.get(id)?.suspendedAt !== null);
    return new Set(open.flatMap((it, at) => (isPutOut(it, at) ? [at] : [])));
  };

  const tend = async (open: readonly Sharecam[]): Promise<void> => {
    if (open.length === 0) return;
    const ids = [...new Set(open.flatMap(({ roomId, viewerId }) => [roomId, viewerId]))];
    const people = await accounts.listByIds(ids);
    const personOf = new Map(people.map((person) => [person.id, person]));
    const owners = [...new Set(open.map(({ roomId }) => roomId))].flatMap((id) => personOf.get(id) ?? []);
    const [now, rooms, cameras, putOut] = await Promise.all([
      deps.store.now(),
      deps.readRooms(owners),
      deps.cameras.list(open.map(({ id }) => id)),
      findPutOut(open, personOf),
    ]);
    const roomOf = new Map(owners.map(({ id }, at) => [id, rooms[at]!]));
    for (const [at, it] of open.entries()) {
      const room = roomOf.get(it.roomId);
      if (!room) continue;
      const camera = cameras.get(it.id);
      const ending = endingOf(it, { now, room, camera, isPutOut: putOut.has(at) });
      const work = async () => {
        if (ending) await sharecams.end(it, ending);
        // The fact was lost, or its node died with it.
        else if (it.state === 'accepted' && camera?.liveAt) await sharecams.noteReady(it.id);
      };
      await work().catch(deps.logged('a shared camera could not be tended'));
    }
  };

  return {
    sweep: async () => tend(await deps.store.listOpen()),
    look: async ({ id }) => tend(await deps.store.listOpen([id])),
  };
}
