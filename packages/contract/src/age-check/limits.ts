/** Longest values of the card form; month and year are two digits, the year is sent as 20 and these two. */
export const AGE_CARD_LENGTHS = { text: 50, month: 2, year: 2, cvc: 5 } as const;
/** What a birth date is before anybody has chosen one. */
export const ZERO_DATE = '0000-00-00';
/** Countries whose states are chosen of a list; elsewhere the province is written. */
export const STATE_LIST_COUNTRIES: readonly string[] = ['US', 'CA'];
/** The package that is bought with a check by card. */
export const AGE_OFFER_ID = 'av_300';
