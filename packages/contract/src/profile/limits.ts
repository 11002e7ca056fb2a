/* Limits of a profile, which pages show beside the fields. */

export const DISPLAY_NAME_MAX = 40;
export const ABOUT_MAX = 2_000;
export const TURN_ONS_MAX = 500;
export const CITY_MAX = 60;
export const LANGUAGES_MAX = 5;
export const TAGS_MAX = 20;
export const HOURS_MAX = 14;
export const AVATAR_BYTES_MAX = 8 * 1_024 * 1_024;
