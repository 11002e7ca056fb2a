/** The shortest and longest promotion code. */
export const PROMO_CODE_LENGTH = { min: 3, max: 32 } as const;
/** The code that everybody may use once. */
export const DEFAULT_PROMO_CODE = 'FREE_TOKENS';
