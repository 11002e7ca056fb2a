/** Longest values of the card form; month and year are two digits, the year is sent as 20 and these two. */
export const AGE_CARD_LENGTHS = { text: 50, month: 2, year: 2, cvc: 5 } as const;
/** Value of a birth date before one is chosen. */
export const ZERO_DATE = '0000-00-00';
/** Countries whose states are chosen from a list; elsewhere the province is typed. */
export const STATE_LIST_COUNTRIES: readonly string[] = ['US', 'CA'];
/** The package bought together with a check by card. */
export const AGE_OFFER_ID = 'av_300';
