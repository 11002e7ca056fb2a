import type { LiveBroadcast, MediaFact } from '@klieg/contract/media';

type Gone = Extract<MediaFact, { kind: 'gone' }>;
type Live = Extract<MediaFact, { kind: 'live' }>;

/** Knows which media process has which broadcast, and which of them have died silently. */
export interface MediaNodes {
  /** What a fact means for broadcasts; nothing if it is a repeat or outdated. */
  hear(fact: MediaFact): readonly MediaFact[];
  /** Names of the streams by their broadcasts, as last reported by the processes. */
  names(): ReadonlyMap<string, string>;
  /** Broadcasts of processes that have fallen silent; to be called about each second. */
  sweep(): readonly Gone[];
  /**
   * Rooms whose picture no process has delivered for a while: the report of that was lost, or came while it could not
   * be written. To be called about each second with all rooms that show a picture.
   */
  findUndelivered(rooms: readonly Shown[]): readonly Gone[];
  /**
   * Reports about rooms that still wait for a picture although a process has delivered it for a while: the report could
   * not be handled when it came. To be called about each second with all waiting rooms.
   */
  findUnheard(rooms: readonly Shown[]): readonly Live[];
}

/** A room that shows or awaits a picture, as far as the database knows. */
interface Shown {
  readonly broadcastId: string | null;
  readonly streamName: string | null;
}

export interface MediaNodesOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A process says each 2 s that it is there. */
const SILENT_MS = 5_000;
/** How often a continuing broadcast is handled again, in case a command to stop it was lost. */
const RECHECK_MS = 5 * 60_000;
/** Each process lists everything it delivers each 10 s, so after this none has the broadcast. */
const UNDELIVERED_MS = 15_000;
/** Facts in progress have been handled by then. */
const UNHEARD_MS = 3_000;

interface Known {
  readonly node: string;
  readonly streamName: string;
  /** As last reported. */
  readonly told: LiveBroadcast;
  readonly handledMs: number;
}

export function makeMediaNodes({ now }: MediaNodesOptions): MediaNodes {
  /** When each process was last heard. One that never beats is not judged by its silence. */
  const beats = new Map<string, number>();
  const broadcasts = new Map<string, Known>();
  /** Since when a room has shown a picture that nobody delivers. */
  let undelivered = new Map<string, number>();
  let sweptMs = now();

  const lose = (broadcastId: string, { node, streamName, told: { isCamera } }: Known): Gone => {
    broadcasts.delete(broadcastId);
    return { kind: 'gone', node, broadcastId, streamName, reason: 'silent', ...(isCamera && { isCamera }) };
  };

  const put = (node: string, told: LiveBroadcast): void =>
    void broadcasts.set(told.broadcastId, { node, streamName: told.streamName, told, handledMs: now() });

  /** What another process has taken over since is not taken back by a late list. */
  const isNews = (node: string, { broadcastId, streamName }: LiveBroadcast): boolean => {
    const known = broadcasts.get(broadcastId);
    if (!known || known.node !== node) return !known;
    return known.streamName !== streamName || now() - known.handledMs > RECHECK_MS;
  };

  const hearAll = (node: string, list: readonly LiveBroadcast[]): MediaFact[] => {
    const listed = new Set(list.map(({ broadcastId }) => broadcastId));
    const missing = [...broadcasts].filter(([id, known]) => known.node === node && !listed.has(id));
    const fresh = list.filter((one) => isNews(node, one));
    for (const one of fresh) put(node, one);
    return [
      ...missing.map(([id, known]) => lose(id, known)),
      ...fresh.map((one) => ({ ...one, kind: 'live' as const, node })),
    ];
  };

  const hearGone = (fact: Gone): readonly MediaFact[] => {
    const known = broadcasts.get(fact.broadcastId);
    if (known && known.node !== fact.node) return [];
    if (fact.reason !== 'replaced') broadcasts.delete(fact.broadcastId);
    return [fact];
  };

  return {
    hear(fact) {
      switch (fact.kind) {
        case 'alive':
          beats.set(fact.node, now());
          return fact.broadcasts ? hearAll(fact.node, fact.broadcasts) : [];
        case 'live':
          put(fact.node, fact);
          return [fact];
        case 'gone':
          return hearGone(fact);
        default:
          return [fact];
      }
    },
    names: () => new Map([...broadcasts].map(([id, { streamName }]) => [id, streamName])),
    sweep() {
      const nowMs = now();
      // After a pause of this process the beats of that time are still to be read.
      const wasAway = nowMs - sweptMs > SILENT_MS / 2;
      sweptMs = nowMs;
      if (wasAway) for (const node of beats.keys()) beats.set(node, nowMs);
      const silent = new Set(
        [...beats].filter(([, heardMs]) => nowMs - heardMs > SILENT_MS).map(([node]) => node),
      );
      for (const node of silent) beats.delete(node);
      return [...broadcasts].flatMap(([id, known]) => (silent.has(known.node) ? [lose(id, known)] : []));
    },
    findUndelivered(rooms) {
      const nowMs = now();
      const before = undelivered;
      undelivered = new Map();
      const found: Gone[] = [];
      for (const { broadcastId, streamName } of rooms) {
        if (!broadcastId || broadcasts.has(broadcastId)) continue;
        const sinceMs = before.get(broadcastId) ?? nowMs;
        const isLost = nowMs - sinceMs > UNDELIVERED_MS;
        undelivered.set(broadcastId, isLost ? nowMs : sinceMs);
        if (isLost)
          found.push({ kind: 'gone', node: '', broadcastId, streamName: streamName ?? '', reason: 'silent' });
      }
      return found;
    },
    findUnheard(rooms) {
      const nowMs = now();
      return rooms.flatMap(({ broadcastId }) => {
        const known = broadcastId === null ? undefined : broadcasts.get(broadcastId);
        if (!known || nowMs - known.handledMs <= UNHEARD_MS) return [];
        put(known.node, known.told);
        return [{ ...known.told, kind: 'live' as const, node: known.node }];
      });
    },
  };
}
