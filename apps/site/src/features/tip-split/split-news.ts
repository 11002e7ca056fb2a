import type { Uuid } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { modeOf, type RoomHub, type RoomStore } from '../rooms/index.ts';
import { nameSplitters, tellSplit } from './present-split.ts';
import type { SplitRow, SplitStore } from './split-store.ts';

/** Tells a room how its split stands. */
export interface SplitNews {
  /** Tells it as the database has it, until nothing has changed meanwhile. What the room does not take is told later. */
  tell(id: Uuid): Promise<void>;
}

/** After so many the sweep goes on. */
const TRIES_MAX = 20;

const placeOf = (row: SplitRow | undefined): string => (row ? `${row.id}.${row.news}` : '');

export function makeSplitNews(deps: {
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly hub: Pick<RoomHub, 'submit'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly store: Pick<SplitStore, 'find' | 'listShown' | 'markTold'>;
}): SplitNews {
  const { accounts, hub, rooms, store } = deps;

  /** While a private runs nobody is told; whoever comes out of it gets the whole of the room anew (LEDGER-TIP-010). */
  const submit = async (owner: { id: SplitRow['roomId']; username: string }, shown: SplitRow | undefined) => {
    if (modeOf(await rooms.get(owner.id)) === 'private') return true;
    const [named] = await nameSplitters(accounts, shown ? [shown] : []);
    return hub.submit(owner.username, {
      kind: 'state',
      name: 'v3.tip_split.update',
      payload: tellSplit(named),
    });
  };

  return {
    async tell(id) {
      let told: string | undefined;
      for (let again = 0; again < TRIES_MAX; again++) {
        const row = await store.find(id);
        const owner = row && (await accounts.findById(row.roomId));
        if (!owner) return;
        const [shown] = await store.listShown([row.roomId]);
        const place = `${placeOf(row)} ${placeOf(shown)}`;
        // Another node may have told something older after us: what was told last is what holds.
        if (place === told) return;
        if (!(await submit(owner, shown))) return;
        await store.markTold(id, row.news);
        told = place;
      }
    },
  };
}
