import { readLocal } from './local-store.ts';
import { openModal } from './modal/modal-store.ts';

/** That this browser has shown the overlay. */
export const GEO_OVERLAY_SEEN = 'geo-overlay-seen';

/** Tells visitors from where nothing is sold so, once in a browser (LEDGER-TIP-014). */
export function showGeoOverlay(): void {
  if (!readLocal(GEO_OVERLAY_SEEN, Boolean)) openModal('geo-overlay', {});
}
