import { makeFragmenter, type Fragmenter } from '../packaging/fragmenter.ts';
import type { AudioFormat, AudioUnit, FragmentSink, VideoUnit } from '../packaging/units.ts';

/** Cuts renditions besides the source into chunks, each with the original sound. All times are the stream's own. */
export interface RenditionPackagers {
  /** Ids that have begun, in the order of beginning. */
  readonly ids: readonly string[];
  /** @param audio of the source, where the rendition begins with this picture */
  pushVideo(id: string, unit: VideoUnit, audio: AudioFormat | undefined): void;
  pushAudio(unit: AudioUnit): void;
  /** Forgets a rendition, whose sink stays as it is. */
  drop(id: string): void;
}

export interface RenditionPackagersOptions {
  readonly fragmentMs: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The sink of a rendition; asked once it begins. */
  readonly sinkOf: (rendition: string) => FragmentSink;
  /** One has begun or changed its format. */
  readonly onRenditions: () => void;
}

export function makeRenditionPackagers(options: RenditionPackagersOptions): RenditionPackagers {
  const packagers = new Map<string, Fragmenter>();

  const packagerOf = (id: string, audio: AudioFormat | undefined): Fragmenter => {
    const known = packagers.get(id);
    if (known) return known;
    const sink = options.sinkOf(id);
    const made = makeFragmenter({
      audio,
      fragmentMs: options.fragmentMs,
      startMs: undefined,
      onInit(init) {
        sink.setInit(init);
        options.onRenditions();
      },
      onFragment: (fragment) => sink.append(fragment, options.now()),
    });
    packagers.set(id, made);
    return made;
  };

  return {
    get ids() {
      return [...packagers.keys()];
    },
    pushVideo: (id, unit, audio) => packagerOf(id, audio).pushVideo(unit),
    pushAudio(unit) {
      for (const packager of packagers.values()) packager.pushAudio(unit);
    },
    drop: (id) => void packagers.delete(id),
  };
}
