/**
 * Why a publisher is not let in: another one delivers already, the site has stopped the broadcast, or the process
 * has no place left.
 */
export type PublishRefusal = 'conflict' | 'stopped' | 'full';

/** What becomes of a publisher's offer. */
export type PublishResult =
  | { readonly ok: true; readonly resourceId: string; readonly answer: string }
  | { readonly ok: false; readonly reason: PublishRefusal | 'malformed' | 'unavailable' };
