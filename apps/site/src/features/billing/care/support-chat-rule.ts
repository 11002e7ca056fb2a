/** Where the chat is shown only to studios that the operator has exempted. */
const COUNTRY_OF_STUDIOS = 'CO';

/** What the support chat needs to know of a logged-in person. */
export interface ChatFacts {
  readonly hasCard: boolean;
  readonly isModel: boolean;
  readonly country: string | null;
  /** The studio of a model; null: none. */
  readonly studio: { readonly isExempt: boolean } | null;
}

/**
 * Whether a logged-in person is shown the support chat: with a card on file, or as a model without a studio, but not
 * in Colombia with a studio that is not exempt (SHELL-037).
 */
export function showsSupportChat({ hasCard, isModel, country, studio }: ChatFacts): boolean {
  if (country === COUNTRY_OF_STUDIOS && studio !== null && !studio.isExempt) return false;
  return hasCard || (isModel && studio === null);
}
