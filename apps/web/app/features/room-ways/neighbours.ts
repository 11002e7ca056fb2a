import type { GenderSlug, Room } from '@klieg/contract';
import { lateApi } from '#app/shared/api/late-client.ts';
import { swiperState } from '#app/shared/me/swiper-state.ts';
import { roomLook } from '#app/shared/room/room-look.ts';

/** The rooms before and after one, in the order of its section. */
export interface Neighbours {
  readonly previous: string;
  readonly next: string;
}

const SECTION: Readonly<Record<Room['user']['gender'], GenderSlug>> = {
  f: 'girls',
  m: 'men',
  t: 'trans',
  c: 'couples',
};
/** The order is reloaded after this time; until then somebody who browses on sees every room once. */
const KEPT_MS = 60_000;

const kept = new Map<GenderSlug, { readonly at: number; readonly names: Promise<readonly string[]> }>();

async function readOpenRooms(section: GenderSlug): Promise<readonly string[]> {
  const { userList } = await lateApi.browseGender({ params: { gender: section }, query: {} });
  return userList
    .filter(
      ({ status, spy_cost: spy, group_price: group, flagList }) =>
        roomLook(status, spy, group !== null) === 'live' &&
        // Looking into a house uses up time granted once a day: browsing must not lead there.
        !flagList.includes('voyeur'),
    )
    .map(({ username }) => username);
}

function openRooms(section: GenderSlug): Promise<readonly string[]> {
  const known = kept.get(section);
  if (known && performance.now() - known.at < KEPT_MS) return known.names;
  const names = readOpenRooms(section);
  kept.set(section, { at: performance.now(), names });
  // The next request tries again.
  names.catch(() => kept.delete(section));
  return names;
}

/** The rooms next to one among open ones; if it is not among them, as if it came before the first. */
export function neighboursAmong(
  names: readonly string[],
  username: string,
  hidden: ReadonlySet<string>,
): Neighbours | undefined {
  const shown = names.filter((name) => name === username || !hidden.has(name));
  const others = shown.filter((name) => name !== username);
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const at = shown.indexOf(username);
  if (at === -1) return { previous: last, next: first };
  return { previous: shown[at - 1] ?? last, next: shown[at + 1] ?? first };
}

/** The neighbouring open rooms; undefined if there is no other. @throws CallError */
export async function readNeighbours({
  username,
  gender,
}: Pick<Room['user'], 'username' | 'gender'>): Promise<Neighbours | undefined> {
  return neighboursAmong(await openRooms(SECTION[gender]), username, new Set(swiperState().hidden));
}
