import { randomToken } from '@klieg/kernel';
import type { FragmentSink } from '../packaging/units.ts';
import { type AutoQuality, makeAutoQuality } from './sockets/auto-quality.ts';
import type { CloseCode } from './sockets/close-codes.ts';
import { type Feed, type FrameReader, makeFeed } from './feed.ts';
import { firstFitting, START_MS } from './first-feed.ts';
import { makeLaggingFeeds } from './lagging-feeds.ts';
import { AUDIO, heightOf, SOURCE } from './rendition-order.ts';

/** Which clock a stream's time uses. */
export interface StreamClock {
  /** Known to all processes that have the stream; empty before its first media. */
  readonly name: string;
  /** How far the time here is ahead of that clock, in milliseconds. */
  readonly aheadMs: number;
}

/** What a viewer may get, and wants of it. */
export interface RenditionChoice {
  /** Ids that its token and its request allow; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  /** One id, or what its line can carry. */
  readonly wanted: string;
  /** What the viewer's browser believes of its line, for the first seconds. */
  readonly kbps?: number | undefined;
}

/** A viewer's place at a stream. */
export interface Attachment {
  /** The rendition that it gets now. */
  readonly rendition: string | undefined;
  choose(choice: RenditionChoice): void;
  /** The viewer says how many chunks and headers it has got since it came. */
  acknowledge(received: number, nowMs: number): void;
  detach(): void;
}

/** One stream name at the edge: its renditions and its viewers. */
export interface LiveStream {
  readonly name: string;
  readonly clock: StreamClock;
  /** Until when there are pictures, in milliseconds of its time; undefined before the first. */
  readonly pictureEndMs: number | undefined;
  readonly viewerCount: number;
  readonly bytesSent: number;
  readonly fragmentsDropped: number;
  /** Ids of the renditions that can be played, best first. */
  readonly renditions: readonly string[];
  /** Takes a rendition's chunks; made on first use. */
  rendition(id: string): FragmentSink;
  /** The rendition has ended; its viewers get the next best. */
  removeRendition(id: string): void;
  /** Adds a viewer. Where nothing of its choice exists yet it waits. */
  attach(reader: FrameReader, choice: RenditionChoice): Attachment;
  /** Looks whether viewers should be moved up or down; to be called a few times a second. */
  adapt(nowMs: number): void;
  /** Closes the viewers; later ones are to be refused by the caller. */
  closeAll(code: CloseCode): void;
}

export interface LiveStreamOptions {
  readonly name: string;
  readonly queueBytesMin: number;
  readonly slowMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Whose time it is, where it comes from another process; absent: its own. */
  readonly clock?: () => StreamClock;
  /** A keyframe in this rendition would help somebody who steps down. */
  readonly onKeyWanted?: (rendition: string) => void;
}

export const LIVE_STREAM_DEFAULTS = { queueBytesMin: 256 * 1024, slowMs: 10_000 } as const;

interface Viewing extends Attachment {
  /** Until when the viewer's own word on its line counts. */
  startUntilMs: number;
  readonly reader: FrameReader;
  readonly quality: AutoQuality;
  choice: RenditionChoice;
  feed: Feed | undefined;
  leaveFeed: () => void;
  leaveNext: () => void;
}

export function makeLiveStream(options: LiveStreamOptions): LiveStream {
  const feeds = new Map<string, Feed>();
  const viewings = new Map<FrameReader, Viewing>();
  const lagging = makeLaggingFeeds();
  const ended = { bytesSent: 0, fragmentsDropped: 0 };
  const ownClock: StreamClock = { name: randomToken(), aheadMs: 0 };

  const total = (key: 'bytesSent' | 'fragmentsDropped'): number =>
    [...feeds.values()].reduce((sum, feed) => sum + feed[key], ended[key]);

  const ordered = (): Feed[] =>
    [...feeds.values()]
      .filter((feed) => feed.init !== undefined)
      .sort((a, b) => heightOf(b.rendition) - heightOf(a.rendition));

  /** The feeds that a choice leaves, best first. */
  const open = ({ allowed }: RenditionChoice): Feed[] =>
    ordered().filter((feed) => allowed === undefined || allowed.includes(feed.rendition));

  const pictures = (choice: RenditionChoice): Feed[] =>
    open(choice).filter((feed) => feed.rendition !== AUDIO);

  const firstFeed = ({ choice, startUntilMs }: Viewing): Feed | undefined => {
    const kbps = options.now() < startUntilMs ? choice.kbps : undefined;
    const wished = open(choice).find((feed) => feed.rendition === choice.wanted);
    const all = pictures(choice);
    const current = all.filter((feed) => !lagging.isBehind(feed, feeds.get(SOURCE)));
    return wished ?? firstFitting(current.length > 0 ? current : all, kbps);
  };

  /** Serves a viewer from another feed at once, beginning with that feed's current group. */
  const moveNow = (viewing: Viewing, feed: Feed): void => {
    viewing.leaveFeed();
    viewing.leaveNext();
    viewing.feed = feed;
    viewing.leaveFeed = feed.attach(viewing.reader);
  };

  /** Serves a viewer from another feed as soon as that one has a keyframe. */
  const moveAtKey = (viewing: Viewing, feed: Feed): void => {
    viewing.leaveNext();
    const leave = feed.attachAtKey(viewing.reader, () => {
      viewing.leaveFeed();
      viewing.feed = feed;
      viewing.leaveFeed = leave;
      viewing.leaveNext = () => {};
    });
    viewing.leaveNext = leave;
  };

  const settle = (viewing: Viewing): void => {
    const feed = firstFeed(viewing);
    if (feed === viewing.feed) return;
    if (feed) moveNow(viewing, feed);
    else {
      viewing.leaveFeed();
      viewing.leaveNext();
      viewing.feed = undefined;
    }
  };

  const adaptOne = (viewing: Viewing, nowMs: number): void => {
    const { feed, choice, quality } = viewing;
    if (!feed || choice.wanted !== 'auto') return;
    // A viewer moved to a lagging rendition would see a part twice and later miss some.
    const source = feeds.get(SOURCE);
    const ladder = pictures(choice).filter((one) => !lagging.isBehind(one, source) || one === feed);
    const place = ladder.indexOf(feed);
    if (ladder.length < 2 || place < 0) return;
    const wanted = quality.decide(
      ladder.map((one) => one.kbps),
      place,
      nowMs,
    );
    const next = ladder[wanted];
    if (!next || next === feed) return;
    viewing.startUntilMs = -Infinity;
    if (wanted > place) {
      options.onKeyWanted?.(next.rendition);
      moveNow(viewing, next);
    } else moveAtKey(viewing, next);
  };

  /** Viewers waiting for a new rendition, or better served by one. */
  const serveWaiting = (): void => {
    for (const viewing of viewings.values()) {
      const { wanted, kbps } = viewing.choice;
      const isStarting = wanted === 'auto' && kbps !== undefined && options.now() < viewing.startUntilMs;
      // A viewer who requested one by name got another only because it did not exist.
      const isElsewhere = wanted !== 'auto' && viewing.feed?.rendition !== wanted;
      if (!viewing.feed || isStarting || isElsewhere) settle(viewing);
    }
  };

  const makeSink = (feed: Feed): FragmentSink => ({
    setInit(init) {
      feed.setInit(init);
      serveWaiting();
    },
    append: (fragment, nowMs) => feed.append(fragment, nowMs),
  });
  const sinks = new Map<string, FragmentSink>();

  const makeViewing = (reader: FrameReader, choice: RenditionChoice): Viewing => {
    const quality = makeAutoQuality();
    const watched: FrameReader = {
      get queuedBytes() {
        return reader.queuedBytes;
      },
      write(frames, isStart) {
        reader.write(frames, isStart);
        quality.onSent(frames, isStart, options.now());
      },
      close(code) {
        viewings.delete(watched);
        reader.close(code);
      },
    };
    const viewing: Viewing = {
      reader: watched,
      startUntilMs: options.now() + START_MS,
      quality,
      choice,
      feed: undefined,
      leaveFeed: () => {},
      leaveNext: () => {},
      get rendition() {
        return viewing.feed?.rendition;
      },
      choose(next) {
        viewing.choice = next;
        const { feed, quality } = viewing;
        const mayStay = feed && pictures(next).includes(feed);
        viewing.leaveNext();
        if (mayStay && next.wanted === 'auto') return;
        const wished = firstFeed(viewing);
        // In the middle of a group the picture would freeze until the next one: a decoder that has begun the group
        // continues there.
        const canWait = mayStay && wished && wished.rendition !== AUDIO && quality.isCalm(options.now());
        if (!canWait || wished === feed) return settle(viewing);
        options.onKeyWanted?.(wished.rendition);
        moveAtKey(viewing, wished);
      },
      acknowledge: (received, nowMs) => quality.onReceived(received, nowMs),
      detach() {
        viewings.delete(watched);
        viewing.leaveFeed();
        viewing.leaveNext();
      },
    };
    return viewing;
  };

  return {
    name: options.name,
    get clock() {
      return options.clock?.() ?? ownClock;
    },
    get pictureEndMs() {
      return feeds.get(SOURCE)?.endMs;
    },
    get viewerCount() {
      return viewings.size;
    },
    get bytesSent() {
      return total('bytesSent');
    },
    get fragmentsDropped() {
      return total('fragmentsDropped');
    },
    get renditions() {
      return ordered().map((feed) => feed.rendition);
    },
    rendition(id) {
      const known = sinks.get(id);
      if (known) return known;
      const { queueBytesMin, slowMs } = options;
      const feed = makeFeed({ rendition: id, queueBytesMin, slowMs });
      const sink = makeSink(feed);
      feeds.set(id, feed);
      sinks.set(id, sink);
      return sink;
    },
    removeRendition(id) {
      const feed = feeds.get(id);
      if (!feed) return;
      feeds.delete(id);
      sinks.delete(id);
      ended.bytesSent += feed.bytesSent;
      ended.fragmentsDropped += feed.fragmentsDropped;
      feed.release();
      for (const viewing of viewings.values()) if (viewing.feed === feed) settle(viewing);
    },
    attach(reader, choice) {
      const viewing = makeViewing(reader, choice);
      viewings.set(viewing.reader, viewing);
      settle(viewing);
      return viewing;
    },
    adapt(nowMs) {
      for (const viewing of viewings.values()) adaptOne(viewing, nowMs);
    },
    closeAll(code) {
      const closing = [...viewings.values()];
      viewings.clear();
      for (const viewing of closing) {
        viewing.leaveFeed();
        viewing.leaveNext();
        viewing.reader.close(code);
      }
    },
  };
}
