/* Limits of documents, which pages show beside the fields. */

export const DOCUMENT_BYTES_MAX = 15 * 1_024 * 1_024;
export const ALIASES_MAX = 20;
export const SIGNATURE_MAX = 80;

/** Documents by which a viewer proves their identity, by purpose. */
export const VIEWER_DOCUMENTS = {
  account: ['id_front', 'selfie_with_id'],
  daily_limit: ['id_front', 'selfie_with_id'],
  card: ['id_front', 'selfie_with_id', 'card_photo'],
} as const;
