/** What a place in the history is known by, as the router tells it. */
interface Place {
  readonly key: string;
  readonly pathname: string;
  readonly state: unknown;
}

const keepsScroll = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true;

/**
 * Names the places whose scroll positions the router keeps. A new place begins at the top, going back or forward finds
 * the position that was left; a place that differs in its query alone, or was gone to with the state `keepScroll`, has
 * the name of the one before and so stays where that was (SHELL-023).
 */
export function makeScrollPlaces(): (place: Place) => string {
  const names = new Map<string, string>();
  let last: { readonly pathname: string; readonly name: string } | undefined;
  return ({ key, pathname, state }) => {
    const stays = last !== undefined && (last.pathname === pathname || keepsScroll(state));
    const name = names.get(key) ?? (stays ? last!.name : key);
    names.set(key, name);
    last = { pathname, name };
    return name;
  };
}
