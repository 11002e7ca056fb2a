import type { UserCard } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { behindPassword, type RoomPart, type RoomsFeature } from '../rooms/index.ts';
import { makeRaidRooms } from './find-rooms.ts';
import { makeRaidStore } from './raid-store.ts';
import { makeRaidsHandlers } from './raids.http.ts';
import { makeRunRaids, presentRaid } from './run-raids.ts';

const TEND_MS = 2_000;

interface Uses {
  readonly identity: IdentityFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly discovery: {
    readonly catalog: { listLive(): readonly UserCard[] };
  };
}

/** Performers who take their viewers along to another room. */
export function composeRaids({ database }: Pick<Kit, 'database'>, uses: Uses) {
  const { accounts } = uses.identity;
  const { access, rooms, submitSurely } = uses.rooms;
  const { catalog } = uses.discovery;
  const raids = makeRaidStore(database);
  const raidRooms = makeRaidRooms({
    accounts,
    rooms,
    access,
    blocks: uses.blocks.blocks,
    raids,
    listLive: () => catalog.listLive().filter(({ status }) => status === 'online'),
  });
  const runs = makeRunRaids({ database, accounts, rooms, access, raids, raidRooms, submitSurely });
  const roomPart: RoomPart<'raid'> = {
    empty: { raid: null },
    async read(asks) {
      const asking = await raids.listAskingIn(asks.map(({ owner }) => owner.id));
      return Promise.all(
        asks.map(async ({ owner }) => {
          const raid = asking.get(owner.id);
          const to = raid && (await accounts.findById(raid.toId));
          return raid && to ? { raid: presentRaid(raid, to) } : {};
        }),
      );
    },
  };
  const chores: readonly Chore[] = [
    { failure: 'raids could not be tended', everyMs: TEND_MS, on: 'one', run: runs.tend },
    { failure: 'old raids could not be dropped', everyMs: DAY_MS, on: 'one', run: raids.prune },
  ];
  return {
    roomPart: behindPassword(roomPart),
    handlers: makeRaidsHandlers({ accounts, raids, raidRooms, runs }),
    chores,
  };
}
