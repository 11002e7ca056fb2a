import { DEFAULT_TIP_TOKENS, type FeedItem, type UserCard } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Catalog } from '../catalog.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Facet } from '../index/facet-index.ts';
import { orderDiscover } from './feed-order.ts';
import type { FeedAsk, FeedSource } from './feed-source.ts';

/** The right to play that a caller would get for a room by asking for a token. */
export interface RoomStream {
  readonly streamName: string;
  readonly token: string;
}

/** The same for many rooms, in order; undefined where none would be given. */
export type FindStreams = (
  rooms: readonly AccountId[],
  caller: SiteCaller,
) => Promise<readonly (RoomStream | undefined)[]>;

/** A picture moves there that anybody may look at without a show of their own. */
const isWatchable = ({ status, flagList }: Pick<UserCard, 'status' | 'flagList'>): boolean =>
  // Looking into a house uses up time granted once a day, so scrolling past must not start one.
  status === 'online' && !flagList.includes('voyeur');

const groupsOf = ({ gender, tag }: FeedAsk): (readonly Facet[])[] => [
  ['is:on_air'],
  ...(gender === null ? [] : [[`gender:${gender}` as const]]),
  ...(tag === null ? [] : [[`tag:${tag}` as const]]),
];

/** The rooms that are live. */
export function makeLiveSource(deps: {
  readonly catalog: Pick<Catalog, 'find' | 'byName'>;
  readonly findStreams: FindStreams;
  readonly clock: Clock;
}): FeedSource {
  const { catalog, clock } = deps;
  return {
    kind: 'live',
    list(ask) {
      const found = catalog.find({
        groups: groupsOf(ask),
        hide: ask.gender === null ? ask.hide : [],
        place: ask.place,
      });
      const cards = found.slice(0, found.total).filter(isWatchable);
      const ordered = ask.order === 'cams' ? cards : orderDiscover(cards, clock.now());
      return ordered.map(({ username }) => username);
    },
    async present(ids, caller) {
      const cards = ids.map((id) => {
        const card = catalog.byName(id);
        return card && isWatchable(card) ? card : undefined;
      });
      const streams = caller
        ? await deps.findStreams(
            cards.flatMap((card) => (card ? [card.id as AccountId] : [])),
            caller,
          )
        : [];
      let at = 0;
      return cards.map((card): FeedItem | undefined => {
        if (!card) return undefined;
        const stream = streams[at++];
        return {
          kind: 'live',
          user: card,
          media: null,
          stream: stream ? { stream_name: stream.streamName, token: stream.token } : null,
          tip_default: DEFAULT_TIP_TOKENS,
        };
      });
    },
  };
}
