/* Limits of tip menus and sold acts, apart from their schemas: pages check input without loading the schemas. */

/** Id of the tip menu among the apps of rooms (GAMES-016). */
export const TIP_MENU = 57;

export const MENU_ITEMS_MAX = 60;
export const MENU_LABEL_MAX = 60;
export const MENU_PRICE_MIN = 1;
export const MENU_PRICE_MAX = 100_000;
export const MENU_STOCK_MAX = 10_000;

/** Days in which an act that was owed at the end of a broadcast can still be given (S1205). */
export const OWED_DAYS = 7;
/** Hours in which the payer may say that an act was not given. */
export const CONTEST_HOURS = 48;
