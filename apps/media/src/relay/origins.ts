import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, MEDIA_COMMANDS, type MediaFact, type MediaCommand } from '@klieg/contract/media';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import { nodeTag } from './node-tag.ts';

/** Where a stream is published. */
export interface Origin {
  readonly node: string;
  /** Internal address; undefined while the node is silent, or has none. */
  readonly url: string | undefined;
  readonly broadcastId: string;
  /** Ids of the renditions that it has now, best first. */
  readonly renditions: readonly string[];
  /** False while its publisher, or the node itself, is gone and may come back. */
  readonly isLive: boolean;
  /** The node ends soon, and the publisher may move while it still delivers. */
  readonly isLeaving: boolean;
}

/** Which other media process has which stream, learnt from their facts. */
export interface Origins {
  find(streamName: string): Origin | undefined;
  /** The name under which another process has a broadcast. */
  nameOf(broadcastId: string): string | undefined;
  /** Internal address of the node with this tag. */
  findNode(tag: string): string | undefined;
  /** Another node is there that others reach, and stays. */
  readonly hasOther: boolean;
  /** A broadcast is over or continues under another name, by a command that its origin may be too dead to obey. */
  forget(broadcastId: string, code: CloseCode): void;
  /** Drops silent nodes and what did not come back; to be called about each second. */
  sweep(): void;
  close(): void;
}

export interface OriginsOptions {
  /** Name of this process; its own messages are ignored. */
  readonly node: string;
  readonly bus: Bus;
  /** A node that says nothing for this long is gone. */
  readonly silentMs: number;
  /** How long a lost stream may come back. */
  readonly keptMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A stream has come, come back, moved, changed its renditions, or paused. */
  readonly onChange: (streamName: string) => void;
  /** A stream is over, or has another name from here on. */
  readonly onEnd: (streamName: string, code: CloseCode) => void;
}

const NODES_MAX = 5_000;
const STREAMS_MAX = 100_000;
/** All processes answer the question who has what, so it is not asked more often than this. */
const ASK_MS = 2_000;

interface Node {
  url: string | undefined;
  isLeaving: boolean;
  heardMs: number;
}

/** A heartbeat. */
interface Heard {
  readonly url: unknown;
  /** It names all streams of the node. */
  readonly hasList: boolean;
  /** Undefined where it does not say. */
  readonly isLeaving?: boolean;
}

interface Entry {
  readonly node: string;
  readonly broadcastId: string;
  readonly renditions: readonly string[];
  /** Since when it is gone; undefined while it is live. */
  readonly lostMs: number | undefined;
}

type Announced = Pick<Extract<MediaFact, { kind: 'live' }>, 'broadcastId' | 'streamName' | 'renditions'>;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;

const isAnnounced = (value: unknown): value is Announced => {
  const { broadcastId, streamName, renditions } = (value ?? {}) as Partial<Announced>;
  return isText(broadcastId) && isText(streamName) && Array.isArray(renditions) && renditions.every(isText);
};

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

const isHttp = (url: unknown): url is string => isText(url) && URL.parse(url)?.protocol === 'http:';

export function makeOrigins(options: OriginsOptions): Origins {
  const { now, onChange, onEnd } = options;
  const nodes = new Map<string, Node>();
  const tags = new Map<string, string>();
  const streams = new Map<string, Entry>();
  const names = new Map<string, string>();
  let askedMs = now();
  let sweptMs = now();

  const ask = (): void => {
    if (now() - askedMs < ASK_MS) return;
    askedMs = now();
    options.bus.publish(MEDIA_COMMANDS, { kind: 'report' } satisfies MediaCommand);
  };

  /** @returns false for a node beyond the limit */
  const hear = (name: string, { url, hasList, isLeaving }: Heard): boolean => {
    const known = nodes.get(name);
    if (!known && nodes.size >= NODES_MAX) return false;
    // One that was thought to be gone has streams that it does not name each time.
    if (!known && !hasList) ask();
    nodes.set(name, {
      url: isHttp(url) ? url : known?.url,
      heardMs: now(),
      isLeaving: isLeaving ?? known?.isLeaving ?? false,
    });
    if (!known) tags.set(nodeTag(name), name);
    return true;
  };

  const remove = (streamName: string): void => {
    const entry = streams.get(streamName);
    streams.delete(streamName);
    if (entry && names.get(entry.broadcastId) === streamName) names.delete(entry.broadcastId);
  };

  const end = (streamName: string, code: CloseCode): void => {
    remove(streamName);
    onEnd(streamName, code);
  };

  const lose = (streamName: string, entry: Entry): void => {
    if (entry.lostMs !== undefined) return;
    streams.set(streamName, { ...entry, lostMs: now() });
    onChange(streamName);
  };

  const put = (node: string, { broadcastId, streamName, renditions }: Announced): void => {
    const before = names.get(broadcastId);
    if (before !== undefined && before !== streamName) end(before, 4409);
    const known = streams.get(streamName);
    if (!known && streams.size >= STREAMS_MAX) return;
    const isNews =
      known?.node !== node || known.lostMs !== undefined || !isSame(known.renditions, renditions);
    if (!isNews) return;
    remove(streamName);
    streams.set(streamName, { node, broadcastId, renditions, lostMs: undefined });
    names.set(broadcastId, streamName);
    onChange(streamName);
  };

  /** All that a node has. What another one has taken over since is not taken back by a late list. */
  const putAll = (node: string, list: readonly unknown[]): void => {
    const announced = list.filter(isAnnounced);
    for (const one of announced) {
      const known = streams.get(one.streamName);
      if (!known || known.node === node || known.lostMs !== undefined) put(node, one);
    }
    const listed = new Set(announced.map(({ streamName }) => streamName));
    for (const [streamName, entry] of streams)
      if (entry.node === node && !listed.has(streamName)) lose(streamName, entry);
  };

  const onGone = ({ node, streamName, reason }: Extract<MediaFact, { kind: 'gone' }>): void => {
    const entry = streams.get(streamName);
    if (entry?.node !== node || reason === 'replaced') return;
    if (reason === 'silent') lose(streamName, entry);
    else end(streamName, 4404);
  };

  const onFact = (fact: MediaFact): void => {
    if (typeof fact !== 'object' || fact === null || !isText(fact.node) || fact.node === options.node) return;
    switch (fact.kind) {
      case 'alive': {
        const list = Array.isArray(fact.broadcasts) ? fact.broadcasts : undefined;
        const isLeaving = fact.isLeaving === true;
        if (hear(fact.node, { url: fact.url, hasList: list !== undefined, isLeaving }) && list)
          putAll(fact.node, list);
        return;
      }
      case 'live':
        if (isAnnounced(fact) && hear(fact.node, { url: fact.url, hasList: true })) put(fact.node, fact);
        return;
      case 'gone':
        return onGone(fact);
      default:
    }
  };
  const unsubscribe = options.bus.subscribe(MEDIA_FACTS, (message) => onFact(message as MediaFact));

  const urlOf = (name: string): string | undefined => nodes.get(name)?.url;

  return {
    find(streamName) {
      const entry = streams.get(streamName);
      if (!entry) return undefined;
      const { node, broadcastId, renditions, lostMs } = entry;
      return {
        node,
        url: urlOf(node),
        broadcastId,
        renditions,
        isLive: lostMs === undefined,
        isLeaving: nodes.get(node)?.isLeaving === true,
      };
    },
    nameOf: (broadcastId) => names.get(broadcastId),
    get hasOther() {
      return [...nodes.values()].some(({ url, isLeaving }) => url !== undefined && !isLeaving);
    },
    findNode: (tag) => urlOf(tags.get(tag) ?? ''),
    forget(broadcastId, code) {
      const streamName = names.get(broadcastId);
      if (streamName !== undefined) end(streamName, code);
    },
    sweep() {
      const nowMs = now();
      // After a pause of this process the beats of that time are still to be read.
      const wasAway = nowMs - sweptMs > options.silentMs / 2;
      sweptMs = nowMs;
      for (const [name, known] of nodes) {
        if (wasAway) known.heardMs = nowMs;
        if (nowMs - known.heardMs <= options.silentMs) continue;
        nodes.delete(name);
        tags.delete(nodeTag(name));
        for (const [streamName, entry] of streams)
          if (entry.node === name) {
            lose(streamName, entry);
            // Whether or not its publisher was gone before, there is nothing left to connect to.
            if (entry.lostMs !== undefined) onChange(streamName);
          }
      }
      for (const [streamName, { lostMs }] of streams)
        if (lostMs !== undefined && nowMs - lostMs > options.keptMs) remove(streamName);
    },
    close: unsubscribe,
  };
}
