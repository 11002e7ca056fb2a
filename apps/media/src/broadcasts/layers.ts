import { parseSps, type PictureFormat } from '../packaging/sps.ts';
import type { AudioFormat, AudioUnit, FragmentSink, VideoUnit } from '../packaging/units.ts';
import { rungNear } from '../transcode/index.ts';
import { makeRenditionPackagers } from './rendition-packagers.ts';

/**
 * Smaller sizes of the picture that a publisher sends besides the main one: each is a rendition of the stream,
 * replacing the one that would be made here.
 */
export interface Layers {
  /** Ids of the renditions that come now. */
  readonly renditions: readonly string[];
  /** @param unit with its time on the stream's own clock; keyframes carry their parameter sets */
  pushVideo(layer: number, unit: VideoUnit, source: PictureFormat, audio: AudioFormat | undefined): void;
  pushAudio(unit: AudioUnit): void;
  /** The layer has stopped. */
  end(layer: number): void;
  /** @returns false where no layer is this rendition */
  requestKeyframe(rendition: string): boolean;
  /** All of them end: another publisher, or another name of the stream. */
  clear(): void;
}

export interface LayersOptions {
  readonly fragmentMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly sinkOf: (rendition: string) => FragmentSink;
  /**
   * @param heights of the active layers, and @param ids of their renditions: called before the first chunk of a new one
   */
  readonly onChange: (heights: readonly number[], ids: readonly string[]) => void;
  readonly onRenditionEnd: (rendition: string) => void;
  readonly onRenditions: () => void;
  /** A rendition's pictures, for packagers of other ways out. */
  readonly onVideo: (rendition: string, unit: VideoUnit) => void;
  readonly requestKeyframe: (layer: number) => void;
}

interface Place {
  readonly id: string;
  readonly height: number;
}

export function makeLayers(options: LayersOptions): Layers {
  const places = new Map<number, Place>();
  const packagers = makeRenditionPackagers(options);

  const tell = (): void => {
    const all = [...places.values()];
    options.onChange(
      all.map(({ height }) => height),
      all.map(({ id }) => id),
    );
  };

  const remove = (layer: number): boolean => {
    const place = places.get(layer);
    if (!place) return false;
    places.delete(layer);
    packagers.drop(place.id);
    options.onRenditionEnd(place.id);
    return true;
  };

  const end = (layer: number): void => {
    if (!remove(layer)) return;
    tell();
    options.onRenditions();
  };

  /** Where a layer that begins now belongs; undefined: nowhere, as one of about its size is there. */
  const placeFor = (layer: number, sps: Buffer, source: PictureFormat): Place | undefined => {
    const height = parseSps(sps)?.height;
    const id = height === undefined || height >= source.height ? undefined : rungNear(height);
    if (id === undefined || height === undefined) return undefined;
    const isTaken = [...places].some(([other, place]) => other !== layer && place.id === id);
    return isTaken ? undefined : { id, height };
  };

  return {
    get renditions() {
      return packagers.ids;
    },
    pushVideo(layer, unit, source, audio) {
      if (unit.isKey && unit.sps) {
        const before = places.get(layer);
        const next = placeFor(layer, unit.sps, source);
        if (!next) return end(layer);
        if (before?.id !== next.id || before.height !== next.height) {
          if (before && before.id !== next.id) remove(layer);
          places.set(layer, next);
          tell();
        }
      }
      const place = places.get(layer);
      if (!place) return;
      packagers.pushVideo(place.id, unit, audio);
      options.onVideo(place.id, unit);
    },
    pushAudio: (unit) => packagers.pushAudio(unit),
    end,
    requestKeyframe(rendition) {
      const found = [...places].find(([, { id }]) => id === rendition);
      if (found) options.requestKeyframe(found[0]);
      return found !== undefined;
    },
    clear() {
      if (places.size === 0) return;
      for (const layer of places.keys()) remove(layer);
      tell();
      options.onRenditions();
    },
  };
}
