import type { RenditionOption } from '../player/transport.ts';
import type { StreamDescription } from './stream-description.ts';

const HEIGHTS_MAX = 16;

/** Available renditions, with the heights announced so far. */
export interface RenditionOffer {
  offer(ids: readonly string[]): void;
  describe(description: StreamDescription): void;
}

export function makeRenditionOffer(
  onRenditions: (renditions: readonly RenditionOption[]) => void,
): RenditionOffer {
  const heights = new Map<string, number>();
  let offered: readonly string[] = [];
  const tell = () => onRenditions(offered.map((id) => ({ id, heightLines: heights.get(id) })));
  return {
    offer(ids) {
      offered = ids;
      tell();
    },
    describe({ rendition, height }) {
      if (heights.size < HEIGHTS_MAX) heights.set(rendition, height);
      tell();
    },
  };
}
