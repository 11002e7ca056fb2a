import type { Payload } from '@klieg/contract';
import { type Account, accountKey } from '../identity/index.ts';
import type { RoomHub } from '../rooms/index.ts';
import { positionAt } from './watch-rules.ts';
import type { WatchRow } from './watch-store.ts';

/** A watch with the two who watch. */
export interface WatchOf {
  readonly watch: WatchRow;
  readonly owner: Account;
  readonly payer: Account;
}

/**
 * A watch as its two are told. While it plays, the position is that of `now`, so that a page that is told later also
 * knows it.
 * @param now Unix milliseconds of the database
 */
export function presentWatch({ watch, owner, payer }: WatchOf, now: number): Payload<'v3.watch.update'> {
  const by = [owner, payer].find(({ id }) => id === watch.byId);
  return {
    seq: watch.version,
    watch_id: watch.id,
    status: watch.state,
    media_id: watch.mediaId,
    ...(watch.title && { title: watch.title }),
    playing: watch.isPlaying,
    position_ms: Math.round(positionAt(watch, now)),
    at: watch.isPlaying ? Math.max(now, watch.at) : watch.at,
    ...(by && { by: by.username }),
  };
}

/** Tells the pages of the two, and nobody else: neither spies nor staff. */
export const makeTellWatch =
  (hub: Pick<RoomHub, 'command'>) =>
  (told: WatchOf): void => {
    const payload = presentWatch(told, told.watch.at);
    for (const { id } of [told.payer, told.owner])
      hub.command(told.owner.username, {
        kind: 'tell',
        personKey: accountKey(id),
        name: 'v3.watch.update',
        payload,
      });
  };
