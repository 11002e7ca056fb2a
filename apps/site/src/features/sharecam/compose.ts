import type { AccountId } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { CamerasFeature } from '../cameras/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { RelaysFeature } from '../relays/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { settingsSaved } from '../settings/index.ts';
import { privateAccepted, privateOver, type ShowsFeature } from '../shows/index.ts';
import { makeReadRooms } from './read-rooms.ts';
import { makeSharecamHandlers } from './sharecam.http.ts';
import { makeSharecamNews } from './sharecam-news.ts';
import { makeSharecams, type Sharecams } from './sharecams.ts';
import { makeSharecamStore } from './sharecam-store.ts';
import { makeSharecamSnapshot } from './snapshot.ts';
import { makeTendSharecams, type TendSharecams } from './tend-sharecams.ts';

const TEND_MS = 2_000;

interface Uses {
  readonly identity: IdentityFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly cameras: CamerasFeature;
  readonly shows: ShowsFeature;
  readonly relays: Pick<RelaysFeature, 'iceServersOf'>;
  readonly publicUrl: string;
}

export type SharecamFeature = ReturnType<typeof composeSharecam>;

/** What begins and ends a camera apart from its two people; each once, even after a crash. */
function readersOf(
  { identity: { accounts } }: Pick<Uses, 'identity'>,
  sharecams: Pick<Sharecams, 'joinPrivate'>,
  tend: Pick<TendSharecams, 'look'>,
): readonly FactReader[] {
  const look = async (roomId: AccountId): Promise<void> => {
    const owner = await accounts.findById(roomId);
    if (owner) await tend.look(owner);
  };
  return [
    {
      name: 'sharecam.shows',
      on: [
        when(privateAccepted, async (show) => {
          await sharecams.joinPrivate(show);
          await look(show.roomId);
        }),
        when(privateOver, ({ roomId }) => look(roomId)),
        when(settingsSaved, async ({ accountId, keys }) => {
          if (keys.includes('cam2cam')) await look(accountId);
        }),
      ],
    },
  ];
}

/** Somebody removed from a room, or whose room closes, no longer sees or is seen. */
function followRooms(
  { logged }: Pick<Kit, 'logged'>,
  { identity: { accounts }, rooms: { board, hub } }: Uses,
  its: { readonly sharecams: Pick<Sharecams, 'stop'>; readonly tend: Pick<TendSharecams, 'look'> },
): void {
  const closed = new Set<string>();
  board.onChange(({ username, status }) => {
    if (status !== 'offline') return void closed.delete(username);
    if (closed.has(username)) return;
    closed.add(username);
    const look = async () => {
      const owner = await accounts.findByUsername(username);
      if (owner) await its.tend.look(owner);
    };
    look().catch(logged('a room that has closed did not end its cameras'));
  });
  hub.onExpelled((username, personKey) => {
    const id = /^a(\d+)$/u.exec(personKey)?.[1];
    if (id === undefined) return;
    const stop = async () => {
      const [owner, viewer] = await Promise.all([
        accounts.findByUsername(username),
        accounts.findById(Number(id) as AccountId),
      ]);
      if (owner && viewer) await its.sharecams.stop(owner, viewer, 'removed');
    };
    stop().catch(logged('the camera of somebody who was put out was not ended'));
  });
}

/** Viewers who show a performer their camera (machine 6). */
export function composeSharecam(kit: Kit, uses: Uses) {
  const { database, feed, logged } = kit;
  const { accounts } = uses.identity;
  const { hub, rooms, sanctions } = uses.rooms;
  const { blocks } = uses.blocks;
  const { cameras, onCamera } = uses.cameras;
  const now = () => kit.clock.now();
  const store = makeSharecamStore(database);
  const readRooms = makeReadRooms({ rooms, listPrivatesIn: uses.shows.privates.listOnIn });
  const ingestUrl = `${uses.publicUrl.replace(/\/$/u, '')}/live/whip`;
  const news = makeSharecamNews({ feed, hub, now, ingestUrl });
  const sharecams = makeSharecams({ database, accounts, blocks, rooms, store, cameras, readRooms, news });
  const tend = makeTendSharecams({
    accounts,
    blocks,
    sanctions,
    store,
    cameras,
    readRooms,
    sharecams,
    logged,
  });

  onCamera(async ({ id, state }) => {
    if (state === 'live') await sharecams.noteReady(id);
  });
  hub.addSnapshotPart(makeSharecamSnapshot({ store, accounts, now }));
  followRooms(kit, uses, { sharecams, tend });

  const chores: readonly Chore[] = [
    { failure: 'shared cameras could not be tended', everyMs: TEND_MS, on: 'one', run: tend.sweep },
    { failure: 'old shared cameras could not be dropped', everyMs: HOUR_MS, on: 'one', run: store.prune },
  ];
  return {
    handlers: makeSharecamHandlers({ accounts, sharecams, ...uses.relays }),
    factReaders: readersOf(uses, sharecams, tend),
    chores,
  };
}
