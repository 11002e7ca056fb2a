/** Which layer a stream of packets belongs to: its first packets name it, later ones are known by their source. */
export interface LayerNames {
  /**
   * @param rid the name in the packet, if it has one
   * @param isRepeat of a stream of repeats
   * @returns the layer's place in the list; undefined for a stream that nobody has named, or by a name that was not taken
   */
  layerOf(ssrc: number, rid: string | undefined, isRepeat: boolean): number | undefined;
}

/** @param names of the layers; none: all packets are of the one picture */
export function makeLayerNames(names: readonly string[]): LayerNames {
  /** For pictures and for repeats: a layer has one source of each, the newest. */
  const known = [new Map<number, number>(), new Map<number, number>()] as const;

  return {
    layerOf(ssrc, rid, isRepeat) {
      if (names.length === 0) return 0;
      const sources = known[isRepeat ? 1 : 0];
      const layer = sources.get(ssrc);
      if (layer !== undefined || rid === undefined) return layer;
      const named = names.indexOf(rid);
      if (named < 0) return undefined;
      for (const [other, its] of sources) if (its === named) sources.delete(other);
      sources.set(ssrc, named);
      return named;
    },
  };
}
