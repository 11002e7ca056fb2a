/* Limits of consents, which pages show beside the fields. */

/** Documents that a named co-performer sends. */
export const CONSENT_DOCUMENTS = ['id_front', 'selfie_with_id'] as const;
/** Most open consents of a model, and most requests in a day. */
export const OPEN_CONSENTS_MAX = 20;
export const CO_PERFORMERS_MAX = 10;
