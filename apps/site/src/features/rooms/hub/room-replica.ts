import { uuidv7 } from '@klieg/kernel';
import { makePendingEntries, SUBMIT_MS } from './pending-entries.ts';
import { makeRoomContent } from './room-content.ts';
import type { Highlight, KeptAct, Line, RoomEntry } from './room-entries.ts';
import { makeRoomFollower } from './room-follower.ts';
import type { RoomLease, RoomMessage } from './room-messages.ts';
import { makeRoomOwner } from './room-owner.ts';
import type { RoomStanding } from '../room-standing.ts';
import type { Seating } from '../seats/seats.ts';

export type { RoomEntry } from './room-entries.ts';
export type { RoomLease, RoomMessage } from './room-messages.ts';

/** Life of a lease, in milliseconds. */
export const LEASE_MS = 6_000;

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
  /** What was shown may be wrong: everybody here needs the full state again. */
  readonly onReset: () => void;
}

/**
 * A room on one node. One node owns it and orders everything; the others follow, notice every gap and ask for the full
 * state. Without its owner a room waits for the lease to run out, then another node continues with what it has, under a
 * new epoch (W51 to W54).
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
  /** Paid acts shown to later visitors, oldest first. */
  readonly acts: readonly KeptAct[];
  /** The show that runs, and who sits in it. */
  readonly seating: Seating;
  /** Resolves when it is known what the room holds. */
  open(): Promise<void>;
  /**
   * Puts something into the room. Resolves true when it is in the room's order here too, false when the owner did not
   * accept it in time: then it may be there or not, and a repeat with the same id adds it only once.
   */
  submit(entry: RoomEntry, id?: string): Promise<boolean>;
  hear(message: RoomMessage): void;
  /** To be called about each half second. */
  tick(): void;
  /** Whether the lease was renewed; an owner who does not hear of it in time stops. */
  renewed(isMine: boolean, atMs: number): void;
  close(): void;
}

/** Those waiting until the content of a room is known. */
function makeReadiness(standing: RoomStanding) {
  const waiting: (() => void)[] = [];
  return {
    /** Resolves when it is known. */
    wait: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    /** @returns whether it was known before */
    reach(): boolean {
      const wasReady = standing.isReady;
      standing.isReady = true;
      for (const resolve of waiting.splice(0)) resolve();
      return wasReady;
    },
  };
}

/** Looks who holds the lease of a room, one question at a time. */
const makeClaim = (options: {
  readonly claim: () => Promise<RoomLease>;
  readonly now: () => number;
  readonly onLease: (lease: RoomLease, askedMs: number) => void;
}): (() => Promise<void>) => {
  let isClaiming = false;
  return async () => {
    if (isClaiming) return;
    isClaiming = true;
    try {
      const askedMs = options.now();
      options.onLease(await options.claim(), askedMs);
    } catch {
      // Nobody knows who owns the room while the database is away; the next tick asks again.
    } finally {
      isClaiming = false;
    }
  };
};

/** What a node does in a room as its owner, as a follower, and between the two. */
function makeParts(options: RoomReplicaOptions) {
  const { node, now, publish, wallClock } = options;
  const standing: RoomStanding = {
    term: 0,
    isOwner: false,
    isReady: false,
    isBehind: false,
    heardMs: now(),
    renewedMs: now(),
  };
  const content = makeRoomContent(wallClock);
  const pending = makePendingEntries({ node, send: publish, now, wallClock });
  const readiness = makeReadiness(standing);
  const becomeReady = () => {
    if (readiness.reach()) options.onReset();
  };
  const apply = (id: string, given: RoomEntry) => {
    options.onEntry(content.apply(id, given), content.seq);
    pending.settle(id, true);
  };
  const owner = makeRoomOwner({
    node,
    standing,
    content,
    publish,
    now,
    apply,
    onKnown: (id) => pending.settle(id, true),
  });
  /** Another node owns the room: this one follows it. */
  const stepDown = () => {
    if (!standing.isOwner) return;
    standing.isOwner = false;
    standing.isBehind = true;
    standing.heardMs = -Infinity;
    owner.end();
  };
  const follower = makeRoomFollower({
    node,
    standing,
    content,
    publish,
    now,
    apply,
    stepDown,
    onAdopted() {
      becomeReady();
      for (const id of pending.ids) if (content.has(id)) pending.settle(id, true);
    },
  });
  const becomeOwner = (lease: RoomLease) => {
    standing.term = lease.term;
    content.restart();
    standing.isOwner = true;
    standing.isBehind = false;
    standing.renewedMs = now();
    becomeReady();
    owner.beat();
    for (const [id, { entry }] of pending.entries) owner.accept(id, entry);
  };
  return { standing, content, pending, readiness, owner, follower, stepDown, becomeOwner };
}

export function makeRoomReplica(options: RoomReplicaOptions): RoomReplica {
  const { node, now, wallClock } = options;
  const { standing, content, pending, readiness, owner, follower, stepDown, becomeOwner } =
    makeParts(options);
  let isClosed = false;

  const claim = makeClaim({
    claim: options.claim,
    now,
    onLease(lease, askedMs) {
      if (isClosed || standing.isOwner || lease.term < standing.term) return;
      if (lease.node === node) {
        becomeOwner(lease);
        standing.renewedMs = askedMs;
      } else {
        standing.isBehind ||= lease.term > standing.term || !standing.isReady;
        if (standing.isBehind) follower.ask();
      }
    },
  });

  return {
    get isOwner() {
      return standing.isOwner;
    },
    get isReady() {
      return standing.isReady;
    },
    get epoch() {
      return `${standing.term}.${node}`.slice(0, 22);
    },
    get seq() {
      return content.seq;
    },
    get history() {
      return content.history;
    },
    get highlights() {
      return content.highlights;
    },
    get acts() {
      return content.acts;
    },
    get seating() {
      return content.seating;
    },
    async open() {
      if (standing.isReady) return;
      const ready = readiness.wait();
      await claim();
      return ready;
    },
    submit(entry, id = uuidv7()) {
      if (standing.isOwner && !owner.isFenced) {
        owner.accept(id, entry);
        return Promise.resolve(true);
      }
      return isClosed ? Promise.resolve(false) : pending.submit(id, entry);
    },
    hear(message) {
      if (isClosed || message.from === node) return;
      switch (message.kind) {
        case 'in':
          if (!standing.isOwner || owner.isFenced || wallClock() - message.atMs > SUBMIT_MS) return;
          return owner.accept(message.id, message.entry);
        case 'out':
          return follower.hearEntry(message);
        case 'beat':
          return follower.hearBeat(message);
        case 'here':
          if (standing.isOwner) owner.answer(message.from, message.isBehind);
          return;
        case 'full':
          return follower.hearWhole(message);
      }
    },
    tick() {
      if (isClosed) return;
      if (standing.isOwner) {
        if (owner.isFenced) stepDown();
        else owner.tick();
        return;
      }
      if (follower.tick()) void claim();
      pending.resend();
    },
    renewed(isMine, atMs) {
      if (!standing.isOwner) return;
      if (isMine) standing.renewedMs = Math.max(standing.renewedMs, atMs);
      else stepDown();
    },
    close() {
      isClosed = true;
      for (const id of pending.ids) pending.settle(id, false);
    },
  };
}
