import { type HlsAnswer, type HlsRequest, refuse } from '../hls/index.ts';
import { type ClipResult, makePast, type Past, type PastOptions } from '../dvr/index.ts';
import type { FragmentSink } from '../packaging/units.ts';
import { makeRecorderSlot } from './recorder-slot.ts';

/** Connects a broadcast's past to its pipeline; it keeps nothing before it is told to. */
export interface PastTap extends Pick<Past, 'minutes' | 'bytes' | 'keep' | 'removeRendition' | 'addStill'> {
  /** Takes the source. */
  readonly source: FragmentSink;
  /** Also receives a smaller rendition, in addition to its normal outputs. */
  beside(rendition: string, main: FragmentSink): FragmentSink;
  handle(request: HlsRequest): Promise<HlsAnswer>;
  cut(path: string, seconds: number): Promise<ClipResult>;
  /** The stream has another name: nothing of before may be seen or kept. */
  restart(): void;
  close(): void;
}

export type PastTapOptions = Pick<PastOptions, 'folder' | 'freeBytesMin' | 'log' | 'wallClock'> & {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly requestKeyframe: () => void;
};

/** @param options undefined: there is no place to store anything */
export function makePastTap(options: PastTapOptions | undefined): PastTap {
  const slot = makeRecorderSlot();
  const past: Past | undefined =
    options &&
    makePast({
      ...options,
      onBegin(source) {
        if (!slot.attach(source)) options.requestKeyframe();
      },
      onEnd: () => void slot.attach(undefined),
    });

  return {
    get minutes() {
      return past?.minutes;
    },
    get bytes() {
      return past?.bytes ?? 0;
    },
    keep: (minutes) => past?.keep(minutes),
    source: slot,
    beside(rendition, main) {
      const own = past?.sink(rendition);
      if (!own) return main;
      return {
        setInit(init) {
          main.setInit(init);
          own.setInit(init);
        },
        append(fragment, nowMs) {
          main.append(fragment, nowMs);
          own.append(fragment, nowMs);
        },
      };
    },
    removeRendition: (rendition) => past?.removeRendition(rendition),
    addStill: (picture) => past?.addStill(picture),
    handle: (request) => past?.handle(request) ?? Promise.resolve(refuse(404)),
    cut: (path, seconds) => past?.cut(path, seconds) ?? Promise.resolve({ kind: 'gone' }),
    restart() {
      void past?.forget();
      slot.forgetGroup();
    },
    close: () => void past?.forget(),
  };
}
