/** A live card of a list, by its elements. */
export interface CardTarget {
  readonly card: HTMLElement;
  /** Where the moving picture goes. */
  readonly picture: HTMLElement;
  readonly username: string;
}

/** Cards of open live rooms, by the strip that only these have; except those whose picture must not be previewed. */
export const MOVABLE = 'article.card:not([data-still]):has(.strip-live)';

/**
 * The card of an element, if its room can be previewed now. Read from the page rather than reported by each card, since
 * lists of a hundred cards load before this code.
 */
export function cardTarget(element: EventTarget | null): CardTarget | undefined {
  if (!(element instanceof Element)) return undefined;
  const card = element.closest<HTMLElement>(MOVABLE);
  const link = card?.querySelector<HTMLAnchorElement>(':scope > a');
  const picture = link?.querySelector<HTMLElement>('.picture');
  if (!card || !link || !picture) return undefined;
  return { card, picture, username: decodeURIComponent(link.pathname.slice(1)) };
}

/** The first live card of the page; in a room the picture that moves is the room's own. */
export const firstCard = (): CardTarget | undefined =>
  cardTarget(document.querySelector(`main:not(.room) ${MOVABLE}`));
