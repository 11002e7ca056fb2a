import { join } from 'node:path';
import { type Log, randomToken } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import { makeTimeAnchor } from '../hls/index.ts';
import type { FragmentSink } from '../packaging/units.ts';
import { type ChunkLog, type LogBounds, makeChunkLog } from './chunk-log.ts';
import { type ClipResult, cutClip } from './cut-clip.ts';
import { type LogFailure, makeLogFiles } from './log-files.ts';
import { answerPast, type PastRequest } from './answer-past.ts';
import { makeStills } from './stills.ts';
import type { HlsAnswer } from '../hls/index.ts';

/** What one broadcast keeps of its own past, under the name that its stream has now. */
export interface Past {
  /** How many minutes viewers may go back, 0: kept only for clips; undefined: nothing is kept. */
  readonly minutes: number | undefined;
  /** On the disk. */
  readonly bytes: number;
  /** Keeps this much from now on; if less than before, the rest is dropped. */
  keep(minutes: number): void;
  /** Takes a rendition's chunks while something is kept. */
  sink(rendition: string): FragmentSink;
  removeRendition(rendition: string): void;
  /** A small picture of now. */
  addStill(picture: Buffer): void;
  /** Answers a request by somebody who may go back; never rejects. */
  handle(request: PastRequest): Promise<HlsAnswer>;
  /** Writes the last seconds to a new file. */
  cut(path: string, seconds: number): Promise<ClipResult>;
  /** Throws away what there is: it belongs to a name or a broadcast that has ended. */
  forget(): Promise<void>;
}

export interface PastOptions {
  /** The folder of all logs of this process; each log has its own in it. */
  readonly folder: string;
  readonly freeBytesMin: number;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly wallClock: () => number;
  /** The log of the source has begun and wants the running group of pictures. */
  readonly onBegin: (source: FragmentSink) => void;
  readonly onEnd: () => void;
}

/** What all broadcasts of a process share. */
export type PastSettings = Pick<PastOptions, 'folder' | 'freeBytesMin'>;

/** The longest clip, with the group of pictures before it and the one that is being written. */
const CLIP_MS = 75_000;
/** A piece removed from the list is still read by players that have just seen the list. */
const GRACE_MS = 30_000;
/** More than a performer's encoder may send, for an hour at most; what sends more keeps less. */
const BYTES_PER_MS = 750;
const SOURCE = 'source';
/** One cannot go back in a rendition without pictures. */
const AUDIO = 'audio';
const RENDITIONS_MAX = 8;

const boundsOf = (minutes: number): LogBounds => {
  const ms = minutes === 0 ? CLIP_MS : Math.max(CLIP_MS, minutes * MINUTE_MS + GRACE_MS);
  return { ms, bytes: ms * BYTES_PER_MS };
};

export function makePast(options: PastOptions): Past {
  const { wallClock, log } = options;
  const logs = new Map<string, ChunkLog>();
  const stills = makeStills();
  let anchor = makeTimeAnchor(wallClock);
  let minutes: number | undefined;
  /** One for each name of the stream. */
  let run = '';
  /** Logs so far, each in a folder of its own: a new one must not meet one being removed. */
  let opened = 0;
  /** Why nothing is kept under this name any more. */
  let failure: LogFailure | undefined;

  const fail = (ofRun: string, reason: LogFailure, err: unknown): void => {
    if (ofRun !== run) return;
    log.warn({ reason, err }, 'the past of a stream is kept no longer');
    void forget();
    failure = reason;
  };

  const open = (rendition: string, kept: number): ChunkLog => {
    const own = run;
    const leader = rendition === SOURCE ? undefined : logs.get(SOURCE);
    const made = makeChunkLog({
      files: makeLogFiles({
        folder: join(options.folder, `${own}-${rendition}-${opened}`),
        freeBytesMin: options.freeBytesMin,
        onFailed: (reason, err) => fail(own, reason, err),
      }),
      bounds: boundsOf(kept),
      // Pieces last a second or more, so a new log never repeats a number known to caches.
      firstMsn: () => Math.floor(wallClock() / 1_000),
      dateOf: (startMs) => anchor.dateOf(startMs),
      ...(leader && { leader }),
    });
    opened += 1;
    logs.set(rendition, made);
    return made;
  };

  const sourceSink: FragmentSink = {
    setInit: (init) => logs.get(SOURCE)?.setInit(init),
    append(fragment, nowMs) {
      anchor.observe(fragment.startMs + fragment.durationMs);
      logs.get(SOURCE)?.append(fragment, nowMs);
    },
  };

  async function forget(): Promise<void> {
    const ended = [...logs.values()];
    logs.clear();
    stills.clear();
    minutes = undefined;
    failure = undefined;
    run = '';
    anchor = makeTimeAnchor(wallClock);
    options.onEnd();
    await Promise.all(ended.map((one) => one.close()));
  }

  /** The header of a rendition whose log has not begun: its log takes it first. */
  const inits = new Map<string, Parameters<FragmentSink['setInit']>[0]>();

  const smallerSink = (rendition: string): FragmentSink => ({
    setInit(init) {
      inits.set(rendition, init);
      logs.get(rendition)?.setInit(init);
    },
    append(fragment, nowMs) {
      // Clips are made of the source, so the short log has nothing else.
      if (!minutes) return;
      let own = logs.get(rendition);
      if (!own && logs.size < RENDITIONS_MAX) {
        own = open(rendition, minutes);
        const init = inits.get(rendition);
        if (init) own.setInit(init);
      }
      own?.append(fragment, nowMs);
    },
  });

  const closeSmaller = (rendition: string): void => {
    const own = logs.get(rendition);
    if (rendition === SOURCE || !own) return;
    logs.delete(rendition);
    void own.close();
  };

  return {
    get minutes() {
      return minutes;
    },
    get bytes() {
      return [...logs.values()].reduce((sum, one) => sum + one.bytes, 0);
    },
    keep(wanted) {
      const isNew = minutes === undefined;
      minutes = wanted;
      if (isNew) {
        run = randomToken(12);
        failure = undefined;
        open(SOURCE, wanted);
        options.onBegin(sourceSink);
        return;
      }
      for (const one of logs.values()) one.setBounds(boundsOf(wanted));
      if (wanted > 0) return;
      stills.clear();
      for (const rendition of logs.keys()) closeSmaller(rendition);
    },
    sink: (rendition) => (rendition === AUDIO ? { setInit() {}, append() {} } : smallerSink(rendition)),
    removeRendition(rendition) {
      inits.delete(rendition);
      closeSmaller(rendition);
    },
    addStill(picture) {
      if (!minutes) return;
      const nowMs = wallClock();
      stills.dropBefore(nowMs - minutes * MINUTE_MS - GRACE_MS);
      stills.add(picture, nowMs);
    },
    handle: (request) =>
      answerPast(request, { logs, stills, windowMs: (minutes ?? 0) * MINUTE_MS, nowMs: wallClock() }),
    async cut(path, seconds) {
      const source = logs.get(SOURCE);
      return source ? cutClip({ source, path, seconds }) : { kind: failure ?? 'gone' };
    },
    forget,
  };
}
