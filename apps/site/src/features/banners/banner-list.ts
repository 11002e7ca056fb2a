import type { Clock } from '@klieg/kernel';
import { notice } from '../../platform/events/index.ts';
import { bannerState, type BannerViewer, isShownTo } from './banner-rules.ts';
import type { BannerStore, SetBanner } from './banner-store.ts';

/** Staff has changed the banners; each node reads them again. */
export const bannersChanged = notice<Readonly<Record<string, never>>>('banners.changed');

/** The banners in this node's memory, since every page of every visit asks for them. */
export interface BannerList {
  reload(): Promise<void>;
  /** Those that run now for this viewer, in their order. */
  shownTo(viewer: BannerViewer): readonly SetBanner[];
  /** Whether any guest or viewer is shown one now. */
  hasAny(): boolean;
}

export function makeBannerList(deps: { readonly store: BannerStore; readonly clock: Clock }): BannerList {
  let known: readonly SetBanner[] = [];
  let newest = 0;
  const running = () => known.filter((one) => bannerState(one, deps.clock.now()) === 'open');
  return {
    async reload() {
      const turn = ++newest;
      const read = await deps.store.list();
      // A slower answer to an older question undoes nothing.
      if (turn === newest) known = read;
    },
    shownTo: (viewer) => running().filter(({ audience }) => isShownTo(audience, viewer)),
    hasAny: () => running().some(({ audience }) => audience !== 'model'),
  };
}
