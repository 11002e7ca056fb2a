import type { RoomContent } from './room-content.ts';
import type { RoomEntry } from './room-entries.ts';
import type { RoomMessage, RoomMessageOf } from './room-messages.ts';
import type { RoomStanding } from '../room-standing.ts';

/** Silence of an owner after which a node looks who holds the lease. */
const SILENT_MS = 2_500;
const ASK_MS = 200;

/** What a node does that follows a room's owner: shows entries in order and asks for missed ones. */
export interface RoomFollower {
  /** Asks the owner for the whole room, at most each 200 ms. */
  ask(): void;
  /** The next entry of the room, if nothing was missed before it. */
  hearEntry(message: RoomMessageOf<'out'>): void;
  hearBeat(message: RoomMessageOf<'beat'>): void;
  /** The whole room, which this node has asked for. */
  hearWhole(message: RoomMessageOf<'full'>): void;
  /** Says that it is here, or asks. @returns true when it is time to look who holds the lease */
  tick(): boolean;
}

export function makeRoomFollower(deps: {
  readonly node: string;
  readonly standing: RoomStanding;
  readonly content: RoomContent;
  readonly publish: (message: RoomMessage) => void;
  readonly now: () => number;
  /** Takes an entry in as the next of the room, and shows it. */
  readonly apply: (id: string, entry: RoomEntry) => void;
  /** Another node is the owner from now on. */
  readonly stepDown: () => void;
  /** The room holds something else now. */
  readonly onAdopted: () => void;
}): RoomFollower {
  const { content, node, now, standing } = deps;
  let askedMs = -Infinity;

  const ask = () => {
    if (now() - askedMs < ASK_MS) return;
    askedMs = now();
    deps.publish({ kind: 'here', from: node, isBehind: true });
  };

  /** Whether a message is of the owner that is followed. */
  const isOfOwner = (message: { readonly term: number }): boolean => {
    if (message.term < standing.term) return false;
    if (message.term > standing.term) {
      deps.stepDown();
      standing.isBehind = true;
      standing.heardMs = now();
      ask();
      return false;
    }
    if (standing.isOwner) return false;
    standing.heardMs = now();
    return true;
  };

  const adopt = (whole: RoomMessageOf<'full'>) => {
    const isSameTerm = whole.term === standing.term;
    const isNewer = whole.term > standing.term || (isSameTerm && (whole.n > content.n || !standing.isReady));
    if (isSameTerm && whole.n === content.n) standing.isBehind = false;
    if (!isNewer) return;
    if (!isSameTerm) deps.stepDown();
    standing.term = whole.term;
    content.adopt(whole);
    standing.isBehind = false;
    deps.onAdopted();
  };

  return {
    ask,
    hearEntry(message) {
      if (!isOfOwner(message) || !standing.isReady) return;
      if (message.n === content.n + 1) deps.apply(message.id, message.entry);
      else if (message.n > content.n) {
        standing.isBehind = true;
        ask();
      }
    },
    hearBeat(message) {
      if (!isOfOwner(message)) return;
      // Entries still on their way arrive by the next beat.
      if (message.n > content.n && standing.isBehind) ask();
      else standing.isBehind = message.n > content.n;
    },
    hearWhole(message) {
      if (message.to !== node || message.term < standing.term) return;
      standing.heardMs = now();
      adopt(message);
    },
    tick() {
      if (standing.isBehind) ask();
      else deps.publish({ kind: 'here', from: node, isBehind: false });
      return !standing.isReady || now() - standing.heardMs > SILENT_MS;
    },
  };
}
