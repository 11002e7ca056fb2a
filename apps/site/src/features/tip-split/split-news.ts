import type { Uuid } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { modeOf, type RoomHub, type RoomStore } from '../rooms/index.ts';
import { nameSplitters, tellSplit } from './present-split.ts';
import type { SplitRow, SplitStore } from './split-store.ts';

/** Tells a room the state of its split. */
export interface SplitNews {
  /**
   * Tells the state in the database, until nothing has changed meanwhile. What the room does not accept is told later.
   */
  tell(id: Uuid): Promise<void>;
}

/** After this many the sweep continues. */
const TRIES_MAX = 20;

const placeOf = (row: SplitRow | undefined): string => (row ? `${row.id}.${row.news}` : '');

export function makeSplitNews(deps: {
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly hub: Pick<RoomHub, 'submit'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly store: Pick<SplitStore, 'find' | 'listShown' | 'markTold'>;
}): SplitNews {
  const { accounts, hub, rooms, store } = deps;

  /** During a private nobody is told; people coming out of it get the full state of the room (LEDGER-TIP-010). */
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
        // Another node may have told something older after us: the last message counts.
        if (place === told) return;
        if (!(await submit(owner, shown))) return;
        await store.markTold(id, row.news);
        told = place;
      }
    },
  };
}
