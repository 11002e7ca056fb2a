/** What a place in the history is known by, as the router tells it. */
interface Place {
  readonly key: string;
  readonly pathname: string;
  /** With its `#`; empty where the address leads to the page and not to a part of it. */
  readonly hash: string;
  readonly state: { readonly keepScroll?: boolean } | null;
}

/**
 * Names the places whose scroll positions the router keeps. A new place begins at the top, going back or forward finds
 * the position that was left; a place that differs in its query alone, or was gone to with the state `keepScroll`, has
 * the name of the one before and so stays where that was (SHELL-023). An address of a part of a page leads to the part.
 */
export function makeScrollPlaces(): (place: Place) => string {
  const names = new Map<string, string>();
  let path = '';
  let last = '';
  return ({ key, pathname, hash, state }) => {
    const stays = hash === '' && (path === pathname || (path && state?.keepScroll));
    names.set(key, (last = names.get(key) ?? (stays ? last : key)));
    path = pathname;
    return last;
  };
}
