/** A place in the history, as the router knows it. */
interface Place {
  readonly key: string;
  readonly pathname: string;
  /** With its `#`; empty if the address is for the whole page. */
  readonly hash: string;
  readonly state: { readonly keepScroll?: boolean } | null;
}

/**
 * Names the places whose scroll positions the router keeps. A new place begins at the top, going back or forward
 * restores its position; a place that only differs in its query, or was opened with the state `keepScroll`, shares the
 * previous one's name and so keeps its position (SHELL-023). An address with a part of a page leads to that part.
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
