/* Limits of consents, which pages show beside the fields. */

/** What somebody sends who is named as a co-performer. */
export const CONSENT_DOCUMENTS = ['id_front', 'selfie_with_id'] as const;
/** Consents of a model that wait for an answer at the same time, and those asked for in a day. */
export const OPEN_CONSENTS_MAX = 20;
export const CO_PERFORMERS_MAX = 10;
