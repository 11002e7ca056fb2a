import { AUDIO, SOURCE } from '../edge/rendition-order.ts';
import { makeWhepFanout, type WhepFanout } from '../edge/webrtc/whep-fanout.ts';
import { makeUnitReader, type UnitReader } from '../packaging/read-units.ts';
import type { FragmentSink } from '../packaging/units.ts';

/*
 * WebRTC viewers at an edge: the chunks that it gets for all of its viewers are taken apart again and packetised here,
 * with the same code as at the origin. Nothing extra is fetched for them.
 */

/** A relayed stream's renditions for viewers by WebRTC. */
export interface WhepCopy {
  readonly fanout: WhepFanout;
  /**
   * True if everything in the source can be sent by WebRTC; false if its sound must be converted, which only the origin
   * does; undefined before its first header.
   */
  readonly isWhole: boolean | undefined;
  /** The way of a rendition's chunks with this copy on it. */
  beside(rendition: string, sink: FragmentSink): FragmentSink;
  removeRendition(rendition: string): void;
}

export interface WhepCopyOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Wall clock in Unix milliseconds. */
  readonly wallClock: () => number;
  readonly requestKeyframe: (rendition: string) => void;
  /** What the source is, is known from now on. */
  readonly onSource: () => void;
}

export function makeWhepCopy(options: WhepCopyOptions): WhepCopy {
  const fanout = makeWhepFanout(options);
  const readers = new Map<string, UnitReader>();
  let isWhole: boolean | undefined;

  const readerOf = (rendition: string): UnitReader => {
    const known = readers.get(rendition) ?? makeUnitReader();
    readers.set(rendition, known);
    return known;
  };

  const push = (rendition: string, chunk: Buffer): void => {
    // Without viewers nothing is taken apart; the first one begins at a requested keyframe.
    if (fanout.viewerCount === 0) return;
    const reader = readerOf(rendition);
    const { pictures, sounds } = reader.read(chunk);
    for (const picture of pictures) fanout.pushVideo(picture, rendition);
    if (rendition === SOURCE) for (const sound of sounds) fanout.pushAudio(sound, reader.sound);
  };

  return {
    fanout,
    get isWhole() {
      return isWhole;
    },
    beside(rendition, sink) {
      if (rendition === AUDIO) return sink;
      return {
        setInit(init) {
          const reader = readerOf(rendition);
          reader.setInit(init);
          if (rendition === SOURCE) {
            fanout.setAudio(reader.sound, undefined);
            isWhole = !init.hasAudio || reader.sound !== undefined;
            // A publisher came back over another transport; its viewers reconnect and are sent to the origin.
            if (!isWhole) fanout.closeAll();
            options.onSource();
          }
          sink.setInit(init);
        },
        append(fragment, nowMs) {
          sink.append(fragment, nowMs);
          push(rendition, fragment.data);
        },
      };
    },
    removeRendition(rendition) {
      readers.delete(rendition);
      fanout.removeRendition(rendition);
    },
  };
}
