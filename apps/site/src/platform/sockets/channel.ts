import type { EventName, Payload } from '@klieg/contract';
import type { Socket } from './socket.ts';
import { type Dialect, lazyFrame } from './wire.ts';

/** At most one burst per socket in this time, once a channel is busy. */
export const BURST_MS = 50;
const SLICE = 500;

/**
 * Decides which variant of an event a socket gets, e.g. `viewer.public`. Sockets of one cohort and dialect receive the
 * same bytes.
 */
export type Cohort = string;

/** Fan-out to the sockets of a room or a page. */
export interface Channel {
  readonly size: number;
  readonly sockets: Iterable<Socket>;
  /** Adds a socket, or moves it to another cohort. It gets nothing published earlier. */
  join(socket: Socket, cohort: Cohort): void;
  leave(socket: Socket): void;
  has(socket: Socket): boolean;
  /**
   * Sends an event: each cohort gets the payload that `payloadFor` gives, none when it is undefined. The same payload
   * object is encoded once per dialect. Order is kept per channel.
   */
  publish<N extends EventName>(name: N, payloadFor: (cohort: Cohort) => Payload<N> | undefined): void;
  /** Writes what is waiting at once. */
  flush(): void;
}

export interface ChannelHooks {
  /** Counts messages written to sockets. */
  readonly onDelivered?: (messages: number) => void;
  /** A slow socket has room again: it needs a snapshot. */
  readonly onRecovered?: (socket: Socket) => void;
}

interface Group {
  readonly cohort: Cohort;
  readonly dialect: Dialect;
  readonly members: Set<Socket>;
  /** The members in a row, made again after somebody came or left: a burst walks it. */
  row: readonly Socket[] | undefined;
  pending: Buffer[];
}

interface Burst {
  readonly members: readonly Socket[];
  readonly burst: Buffer;
  /** Messages in it. */
  readonly count: number;
}

const keyOf = (cohort: Cohort, { edition, form }: Dialect): string => `${cohort} ${edition} ${form}`;

/**
 * A channel that writes at once when idle and then at most every 50 ms, as one burst of frames per
 * socket, in slices so that the event loop stays free.
 */
export function makeChannel(hooks: ChannelHooks = {}): Channel {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Socket, Group>();
  let isBusy = false;
  let isScheduled = false;

  /** Writes to the members from `at` to before `end`. */
  const writeTo = ({ members, burst, count }: Burst, at: number, end: number) => {
    let written = 0;
    for (let i = at; i < end; i++) {
      const socket = members[i]!;
      const wasSlow = socket.slowSince !== undefined;
      if (!socket.write(burst)) continue;
      written += 1;
      if (!wasSlow) continue;
      socket.slowSince = undefined;
      hooks.onRecovered?.(socket);
    }
    hooks.onDelivered?.(written * count);
  };

  const takeBursts = () => {
    const bursts: Burst[] = [];
    for (const group of groups.values()) {
      if (group.pending.length === 0) continue;
      const frames = group.pending;
      group.pending = [];
      const burst = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
      group.row ??= [...group.members];
      bursts.push({ members: group.row, burst, count: frames.length });
    }
    return bursts;
  };

  const flush = () => {
    for (const burst of takeBursts()) writeTo(burst, 0, burst.members.length);
  };

  const run = async () => {
    isBusy = true;
    for (;;) {
      const startedAt = performance.now();
      const bursts = takeBursts();
      if (bursts.length === 0) break;
      for (const burst of bursts)
        for (let at = 0; at < burst.members.length; at += SLICE) {
          if (at > 0) await new Promise(setImmediate);
          writeTo(burst, at, Math.min(at + SLICE, burst.members.length));
        }
      const rest = BURST_MS - (performance.now() - startedAt);
      if (rest > 0) await new Promise((resolve) => void setTimeout(resolve, rest).unref());
    }
    isBusy = false;
  };

  const schedule = () => {
    if (isBusy || isScheduled) return;
    isScheduled = true;
    // One turn later, so that what one step publishes travels together.
    setImmediate(() => {
      isScheduled = false;
      if (!isBusy) void run();
    });
  };

  const leave = (socket: Socket) => {
    const group = groupOf.get(socket);
    if (!group) return;
    group.members.delete(socket);
    group.row = undefined;
    groupOf.delete(socket);
    if (group.members.size === 0) groups.delete(keyOf(group.cohort, group.dialect));
  };

  return {
    get size() {
      return groupOf.size;
    },
    get sockets() {
      return groupOf.keys();
    },
    join(socket, cohort) {
      const key = keyOf(cohort, socket.dialect);
      if (groups.get(key)?.members.has(socket)) return;
      flush();
      leave(socket);
      const group = groups.get(key) ?? {
        cohort,
        dialect: socket.dialect,
        members: new Set(),
        row: undefined,
        pending: [],
      };
      group.members.add(socket);
      group.row = undefined;
      groups.set(key, group);
      groupOf.set(socket, group);
    },
    leave,
    has: (socket) => groupOf.has(socket),
    publish(name, payloadFor) {
      const frames = new Map<unknown, ReturnType<typeof lazyFrame>>();
      for (const group of groups.values()) {
        const payload = payloadFor(group.cohort);
        if (payload === undefined) continue;
        const frame = frames.get(payload) ?? lazyFrame(name, payload);
        frames.set(payload, frame);
        const encoded = frame(group.dialect);
        if (encoded) group.pending.push(encoded);
      }
      schedule();
    },
    flush,
  };
}
