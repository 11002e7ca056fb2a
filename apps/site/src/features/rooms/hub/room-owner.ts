import type { RoomContent } from './room-content.ts';
import type { RoomEntry } from './room-entries.ts';
import type { RoomMessage } from './room-messages.ts';
import type { RoomStanding } from '../room-standing.ts';

/** An owner stops before its lease ends for others. */
const FENCE_MS = 4_500;
/** A follower silent for this long is gone. */
const FOLLOWER_MS = 5_000;

/** What the node does that owns a room: orders entries and sends them to its followers. */
export interface RoomOwner {
  /** True when the lease may be over for others: then nothing is taken. */
  readonly isFenced: boolean;
  /** Takes an entry in; one that is there already stays where it is. */
  accept(id: string, entry: RoomEntry): void;
  /** Tells everybody who owns the room and how far it is. */
  beat(): void;
  /** A follower is here; one that is behind gets the whole room. */
  answer(follower: string, isBehind: boolean): void;
  /** Forgets lost followers and tells the others how far the room is. */
  tick(): void;
  /** Forgets its followers. */
  end(): void;
}

export function makeRoomOwner(deps: {
  readonly node: string;
  readonly standing: RoomStanding;
  readonly content: RoomContent;
  readonly publish: (message: RoomMessage) => void;
  readonly now: () => number;
  /** Takes an entry in as the next of the room, and shows it. */
  readonly apply: (id: string, entry: RoomEntry) => void;
  /** An entry is in the room already. */
  readonly onKnown: (id: string) => void;
}): RoomOwner {
  const { content, node, now, publish, standing } = deps;
  const followers = new Map<string, number>();
  const beat = () => publish({ kind: 'beat', from: node, term: standing.term, n: content.n });

  return {
    get isFenced() {
      return now() - standing.renewedMs > FENCE_MS;
    },
    accept(id, entry) {
      if (content.has(id)) return deps.onKnown(id);
      deps.apply(id, entry);
      if (followers.size > 0)
        publish({ kind: 'out', from: node, term: standing.term, n: content.n, id, entry });
    },
    beat,
    answer(follower, isBehind) {
      followers.set(follower, now());
      if (isBehind)
        publish({ kind: 'full', from: node, to: follower, term: standing.term, ...content.whole() });
    },
    tick() {
      for (const [follower, atMs] of followers) if (now() - atMs > FOLLOWER_MS) followers.delete(follower);
      if (followers.size > 0) beat();
    },
    end: () => followers.clear(),
  };
}
