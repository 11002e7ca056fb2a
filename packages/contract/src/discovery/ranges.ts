/** Lower bounds of the price lists of privates, tokens a minute (CONSTANTS-073). */
export const RATE_FROM = [6, 12, 18, 30, 60, 90, 120] as const;
export const RATE_TO = [18, 60, 120, 999] as const;

/**
 * Price ranges of privates in the filter, tokens a minute, both ends included; each ends just before the next begins,
 * so no room counts twice. A filter may name any other range.
 */
export const RATE_RANGES = ['6-11', '12-17', '18-29', '30-59', '60-89', '90-119', '120-999'] as const;
/** Prices of a toy's control as the filter shows them, tokens a minute, both ends included. */
export const CONTROL_RANGES = ['1-9', '10-24', '25-49', '50-999'] as const;
/** Ages in years, both ends included; the tag of one is `age-23-29`. */
export const AGE_RANGES = ['18-22', '23-29', '30-39', '40-49', '50-99'] as const;
