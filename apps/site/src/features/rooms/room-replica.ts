import type { EventName, Payload } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { openSeating, type Seating } from './seats.ts';

type Line = Payload<'v3.chat.message'>;
/** A line that is highlighted until its time is over (S3206). */
export type Highlight = Payload<'v3.user.highlighted_message'> & {
  readonly id: string;
  readonly until: number;
};

/** Lines that a room keeps for those who come later (CONSTANTS-046). */
export const HISTORY_MAX = 200;

/** Whose lines are taken away: one line, those of one person, or all. */
export type LinesOf = { readonly id: string } | { readonly username: string } | 'all';

/**
 * Variants of one event by reader; `staff` is the streamer and staff. Who has no variant of their own gets
 * that of the next: moderators that of viewers, staff that of moderators.
 */
export interface Variants<P> {
  readonly viewers?: P | undefined;
  readonly moderators?: P | undefined;
  readonly staff?: P | undefined;
  /** The person whom it is about, whatever their role. */
  readonly self?: { readonly personKey: string; readonly payload: P } | undefined;
}

/** What happens in a room in one order for everybody. */
export type RoomEntry =
  | { readonly kind: 'state'; readonly name: EventName; readonly payload: object }
  | { readonly kind: 'moment'; readonly name: EventName; readonly variants: Variants<object> }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'highlight'; readonly highlight: Highlight }
  | { readonly kind: 'take_lines'; readonly lines: LinesOf }
  /** The show of the room and who sits in it. */
  | { readonly kind: 'seating'; readonly seating: Seating };

/** Who owns a room, as all nodes see it. A higher term is a later owner. */
export interface RoomLease {
  readonly node: string;
  readonly term: number;
}

/** Messages between the nodes of one room. */
export type RoomMessage =
  /** `atMs` is the wall clock: what was held up on its way is not taken any more. */
  | {
      readonly kind: 'in';
      readonly from: string;
      readonly id: string;
      readonly entry: RoomEntry;
      readonly atMs: number;
    }
  | {
      readonly kind: 'out';
      readonly from: string;
      readonly term: number;
      readonly n: number;
      readonly id: string;
      readonly entry: RoomEntry;
    }
  | { readonly kind: 'beat'; readonly from: string; readonly term: number; readonly n: number }
  | { readonly kind: 'here'; readonly from: string; readonly isBehind: boolean }
  | {
      readonly kind: 'full';
      readonly from: string;
      readonly to: string;
      readonly term: number;
      readonly n: number;
      readonly seq: number;
      readonly history: readonly Line[];
      readonly highlights: readonly Highlight[];
      readonly seating: Seating;
      readonly ids: readonly string[];
    };

export interface RoomReplicaOptions {
  /** Name of this process; each start has its own. */
  readonly node: string;
  readonly publish: (message: RoomMessage) => void;
  /** Takes the room unless another node holds it; answers who holds it now. */
  readonly claim: () => Promise<RoomLease>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds, about the same on every node. */
  readonly wallClock: () => number;
  /** The next entry of the room; `seq` is the number of the last state event. */
  readonly onEntry: (entry: RoomEntry, seq: number) => void;
  /** What was shown may be wrong: everybody here needs the whole anew. */
  readonly onReset: () => void;
}

/**
 * A room on one node. One node owns it and puts everything in order; the others follow, notice every gap
 * and ask for the whole. Without its owner a room waits for the lease to run out, then another node goes
 * on with what it has, under a new epoch (W51 to W54).
 */
export interface RoomReplica {
  readonly isOwner: boolean;
  /** False until it is known what the room holds. */
  readonly isReady: boolean;
  readonly epoch: string;
  readonly seq: number;
  readonly history: readonly Line[];
  /** Lines of the history that are highlighted now. */
  readonly highlights: readonly Highlight[];
  /** The show that runs, and who sits in it. */
  readonly seating: Seating;
  /** Resolves when it is known what the room holds. */
  open(): Promise<void>;
  /**
   * Puts something into the room. Resolves true when it stands in the room's order here too, false when
   * the owner did not take it in time: then it may be there or not, and a repeat with the same id puts it
   * there once.
   */
  submit(entry: RoomEntry, id?: string): Promise<boolean>;
  hear(message: RoomMessage): void;
  /** To be called about each half second. */
  tick(): void;
  /** Whether the lease was renewed; an owner who does not hear of it in time stops. */
  renewed(isMine: boolean, atMs: number): void;
  close(): void;
}

export const LEASE_MS = 6_000;
/** An owner stops before its lease ends for others. */
const FENCE_MS = 4_500;
/** Silence of an owner after which a node looks who holds the lease. */
const SILENT_MS = 2_500;
const SUBMIT_MS = 2_500;
const RESEND_MS = 500;
const ASK_MS = 200;
const FOLLOWER_MS = 5_000;
/** So many entries are known again when they come twice. */
const IDS_MAX = 1_000;
const PENDING_MAX = 5_000;

interface Pending {
  readonly entry: RoomEntry;
  readonly resolve: (isTaken: boolean) => void;
  /** By the wall clock. */
  readonly atMs: number;
  readonly untilMs: number;
  sentMs: number;
}

const isTaken = (line: Line, lines: LinesOf): boolean => {
  if (lines === 'all') return true;
  return 'id' in lines ? line.id === lines.id : line.username === lines.username;
};

export function makeRoomReplica(options: RoomReplicaOptions): RoomReplica {
  const { node, now, publish } = options;
  const followers = new Map<string, number>();
  const pending = new Map<string, Pending>();
  const ids = new Set<string>();
  let history: Line[] = [];
  let highlights: Highlight[] = [];
  let seating = openSeating;
  let term = 0;
  let n = 0;
  let seq = 0;
  let isOwner = false;
  let isReady = false;
  let isClosed = false;
  let isClaiming = false;
  let heardMs = now();
  let renewedMs = now();
  let askedMs = -Infinity;
  /** The owner told of more than is here. */
  let isBehind = false;
  const opened: (() => void)[] = [];

  const remember = (id: string) => {
    ids.add(id);
    if (ids.size > IDS_MAX) ids.delete(ids.values().next().value!);
  };

  const becomeReady = () => {
    isReady = true;
    for (const resolve of opened.splice(0)) resolve();
  };

  /** Those that run now, of lines that are still there. */
  const running = (): Highlight[] =>
    highlights.filter(
      ({ id, until }) => until > options.wallClock() && history.some((line) => line.id === id),
    );

  /** What runs already is made longer: in the order, so that two who pay at once both get their time. */
  const prolonged = (given: Highlight): Highlight => {
    const left = running().find(({ id }) => id === given.id)?.until ?? 0;
    return { ...given, until: Math.max(left, given.at) + given.until - given.at };
  };

  const apply = (id: string, given: RoomEntry) => {
    const entry = given.kind === 'highlight' ? { ...given, highlight: prolonged(given.highlight) } : given;
    n += 1;
    remember(id);
    if (entry.kind === 'state') seq += 1;
    else if (entry.kind === 'line') {
      history.push(entry.line);
      if (history.length > HISTORY_MAX) history.shift();
    } else if (entry.kind === 'highlight')
      highlights = [...running().filter((known) => known.id !== entry.highlight.id), entry.highlight];
    else if (entry.kind === 'seating') seating = entry.seating;
    else if (entry.kind === 'take_lines') history = history.filter((line) => !isTaken(line, entry.lines));
    options.onEntry(entry, seq);
    settle(id, true);
  };

  const settle = (id: string, isDone: boolean) => {
    const waiting = pending.get(id);
    pending.delete(id);
    waiting?.resolve(isDone);
  };

  /** The owner takes an entry in; one that it has already stays where it is. */
  const accept = (id: string, entry: RoomEntry) => {
    if (ids.has(id)) return settle(id, true);
    apply(id, entry);
    if (followers.size > 0) publish({ kind: 'out', from: node, term, n, id, entry });
  };

  const ask = () => {
    if (now() - askedMs < ASK_MS) return;
    askedMs = now();
    publish({ kind: 'here', from: node, isBehind: true });
  };

  const becomeOwner = (lease: RoomLease) => {
    term = lease.term;
    n = 0;
    isOwner = true;
    isBehind = false;
    renewedMs = now();
    const wasReady = isReady;
    becomeReady();
    if (wasReady) options.onReset();
    publish({ kind: 'beat', from: node, term, n });
    for (const [id, { entry }] of pending) accept(id, entry);
  };

  const claim = async (): Promise<void> => {
    if (isClaiming) return;
    isClaiming = true;
    try {
      const startedMs = now();
      const lease = await options.claim();
      if (isClosed || isOwner || lease.term < term) return;
      if (lease.node === node) {
        becomeOwner(lease);
        renewedMs = startedMs;
      } else {
        isBehind ||= lease.term > term || !isReady;
        if (isBehind) ask();
      }
    } catch {
      // Nobody knows who owns the room while the database is away; the next tick asks again.
    } finally {
      isClaiming = false;
    }
  };

  /** Another node has the room: what is here follows it. */
  const stepDown = () => {
    if (!isOwner) return;
    isOwner = false;
    isBehind = true;
    heardMs = -Infinity;
    followers.clear();
  };

  const adopt = (full: RoomMessage & { readonly kind: 'full' }) => {
    const isNewer = full.term > term || (full.term === term && (full.n > n || !isReady));
    if (full.term === term && full.n === n) isBehind = false;
    if (!isNewer) return;
    if (full.term > term) stepDown();
    const wasReady = isReady;
    ({ term, n, seq } = full);
    history = [...full.history];
    highlights = [...full.highlights];
    seating = full.seating;
    ids.clear();
    for (const id of full.ids) ids.add(id);
    isBehind = false;
    becomeReady();
    if (wasReady) options.onReset();
    for (const id of pending.keys()) if (ids.has(id)) settle(id, true);
  };

  const follow = (message: { readonly term: number; readonly from: string }): boolean => {
    if (message.term < term) return false;
    if (message.term > term) {
      stepDown();
      isBehind = true;
      heardMs = now();
      ask();
      return false;
    }
    if (isOwner) return false;
    heardMs = now();
    return true;
  };

  const hear = (message: RoomMessage) => {
    if (isClosed || message.from === node) return;
    switch (message.kind) {
      case 'in':
        if (!isOwner || isFenced() || options.wallClock() - message.atMs > SUBMIT_MS) return;
        return accept(message.id, message.entry);
      case 'out':
        if (!follow(message) || !isReady) return;
        if (message.n === n + 1) apply(message.id, message.entry);
        else if (message.n > n) {
          isBehind = true;
          ask();
        }
        return;
      case 'beat':
        if (!follow(message)) return;
        // What is on its way arrives by the next beat.
        if (message.n > n && isBehind) ask();
        else isBehind = message.n > n;
        return;
      case 'here':
        if (!isOwner) return;
        followers.set(message.from, now());
        if (message.isBehind)
          publish({
            kind: 'full',
            from: node,
            to: message.from,
            term,
            n,
            seq,
            history,
            highlights: running(),
            seating,
            ids: [...ids],
          });
        return;
      case 'full':
        if (message.to === node && message.term >= term) {
          heardMs = now();
          adopt(message);
        }
        return;
    }
  };

  const isFenced = (): boolean => now() - renewedMs > FENCE_MS;

  const tickOwner = () => {
    if (isFenced()) return stepDown();
    for (const [follower, atMs] of followers) if (now() - atMs > FOLLOWER_MS) followers.delete(follower);
    if (followers.size > 0) publish({ kind: 'beat', from: node, term, n });
  };

  const tickFollower = () => {
    if (isBehind) ask();
    else publish({ kind: 'here', from: node, isBehind: false });
    if (!isReady || now() - heardMs > SILENT_MS) void claim();
    for (const [id, waiting] of pending) {
      if (now() > waiting.untilMs) settle(id, false);
      else if (now() - waiting.sentMs >= RESEND_MS) {
        waiting.sentMs = now();
        publish({ kind: 'in', from: node, id, entry: waiting.entry, atMs: waiting.atMs });
      }
    }
  };

  return {
    get isOwner() {
      return isOwner;
    },
    get isReady() {
      return isReady;
    },
    get epoch() {
      return `${term}.${node}`.slice(0, 22);
    },
    get seq() {
      return seq;
    },
    get history() {
      return history;
    },
    get highlights() {
      return running();
    },
    get seating() {
      return seating;
    },
    async open() {
      if (isReady) return;
      const ready = new Promise<void>((resolve) => void opened.push(resolve));
      await claim();
      return ready;
    },
    submit(entry, id = uuidv7()) {
      if (isOwner && !isFenced()) {
        accept(id, entry);
        return Promise.resolve(true);
      }
      if (isClosed || pending.size >= PENDING_MAX) return Promise.resolve(false);
      return new Promise((resolve) => {
        const atMs = options.wallClock();
        pending.set(id, { entry, resolve, atMs, untilMs: now() + SUBMIT_MS, sentMs: now() });
        publish({ kind: 'in', from: node, id, entry, atMs });
      });
    },
    hear,
    tick() {
      if (isClosed) return;
      if (isOwner) tickOwner();
      else tickFollower();
    },
    renewed(isMine, atMs) {
      if (!isOwner) return;
      if (isMine) renewedMs = Math.max(renewedMs, atMs);
      else stepDown();
    },
    close() {
      isClosed = true;
      for (const id of pending.keys()) settle(id, false);
    },
  };
}
