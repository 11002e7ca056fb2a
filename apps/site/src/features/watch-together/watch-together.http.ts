import type { callsByFeature, WatchMedia } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { makeRoomOf } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { RunWatches, SideStep } from './run-watches.ts';
import type { Watchable, WatchSource } from './watch-source.ts';

const done = { status: 1 as const };

const mediaIdOf = (id: string): WatchMedia['id'] => (/^\d+$/u.test(id) ? Number(id) : id) as WatchMedia['id'];

/** A video as one of the two is shown it. */
const presentMedia = (video: Watchable, isOwner: boolean): WatchMedia => ({
  id: mediaIdOf(video.id),
  name: video.name,
  type_name: video.kind,
  duration: Math.round(video.durationMs / 1_000),
  created_at: toInstant(video.createdAt),
  owned: isOwner || video.kind === 'ticket_show',
});

/** The calls of watching together. */
export function makeWatchHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly source: WatchSource;
  readonly watches: RunWatches;
}): Handlers<(typeof callsByFeature)['watch-together'], SiteCaller> {
  const { source, watches } = deps;
  const roomOf = makeRoomOf(deps.accounts);
  return {
    async listWatchable({ params, query }, { caller }) {
      const [owner, me] = [await roomOf(params.username), caller.account!];
      const page = { before: uuidCursor(query.cursor), limit: query.limit + 1 };
      const found = await source.list({ payerId: me.id, ownerId: owner.id }, page);
      const items = found.slice(0, query.limit).map((video) => presentMedia(video, me.id === owner.id));
      return { items, next_cursor: found.length > query.limit ? String(items.at(-1)!.id) : null };
    },
    async openWatched({ params }, { caller }) {
      const [owner, me] = [await roomOf(params.username), caller.account!];
      const watch = await watches.activeOf(owner, me);
      const pair = { payerId: watch.payerId, ownerId: owner.id };
      const [video, opened] = await Promise.all([
        source.find(pair, watch.mediaId),
        source.open(pair, watch.mediaId),
      ]);
      if (!video || !opened) throw new AppError('media_library.locked');
      return {
        watch_id: watch.id,
        media: presentMedia(video, me.id === owner.id),
        url: opened.url,
        expires_at: toInstant(new Date(opened.until)),
      };
    },
    async proposeWatch({ params, body }, { caller }) {
      const owner = await roomOf(params.username);
      const watch = await watches.propose(owner, caller.account!, String(body.media_id));
      const video = await source.find({ payerId: watch.payerId, ownerId: owner.id }, watch.mediaId);
      if (!video) throw new AppError('media_library.locked');
      return { ...done, watch_id: watch.id, media: presentMedia(video, false) };
    },
    async controlWatch({ params, body }, { caller }) {
      const isPlaying = body.action === 'seek' ? undefined : body.action === 'play';
      const step: SideStep =
        body.action === 'close'
          ? { kind: 'close' }
          : { kind: 'control', isPlaying, positionMs: body.position_ms };
      await watches.step(await roomOf(params.username), caller.account!, step);
      return done;
    },
  };
}
