import type { AccountId } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { passwordSet } from '../credentials/index.ts';
import { accountKey, type AccountStore } from '../identity/index.ts';
import type { RoomHub } from '../rooms/index.ts';
import { settingsSaved } from '../settings/index.ts';
import type { HouseStore } from './house-store.ts';
import type { Houses } from './houses.ts';
import type { RunLooks } from './run-looks.ts';
import type { RunTimes } from './run-times.ts';
import type { TimeStore } from './time-store.ts';

/** Settings that decide who may see the picture. */
const GUARDS = ['cam_password', 'blocked_countries', 'blocked_states', 'block_room_models'];

/** Somebody removed from a house stops watching. */
export function followRooms(
  { logged }: Pick<Kit, 'logged'>,
  deps: {
    readonly hub: Pick<RoomHub, 'onExpelled'>;
    readonly accounts: Pick<AccountStore, 'findByUsername'>;
    readonly times: Pick<TimeStore, 'findRunning'>;
    readonly runTimes: Pick<RunTimes, 'end'>;
    readonly runLooks: Pick<RunLooks, 'look'>;
  },
): void {
  const expel = async (username: string, viewerId: AccountId): Promise<void> => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner?.isVoyeurCam) return;
    const time = await deps.times.findRunning(owner.id, viewerId);
    if (time) await deps.runTimes.end(time, 'removed');
    await deps.runLooks.look();
  };
  deps.hub.onExpelled((username, personKey) => {
    const id = Number(personKey.slice(1)) as AccountId;
    if (personKey !== accountKey(id)) return;
    expel(username, id).catch(logged('somebody who was put out of a house was not cut off'));
  });
}

/** What follows from settings and a new password, each once, also after a crash. */
export const makeVoyeurReaders = (deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly houseStore: Pick<HouseStore, 'dropKeys'>;
  readonly houses: Pick<Houses, 'rotate'>;
}): readonly FactReader[] => [
  {
    name: 'voyeur.names',
    on: [
      when(settingsSaved, async ({ accountId, keys }) => {
        const owner = keys.some((key) => GUARDS.includes(key))
          ? await deps.accounts.findById(accountId)
          : undefined;
        if (owner?.isVoyeurCam) await deps.houses.rotate(owner);
      }),
      // Somebody with the old password may know the keys.
      when(passwordSet, ({ accountId }) => deps.houseStore.dropKeys(accountId)),
    ],
  },
];
