/* Limits of documents, which pages show beside the fields. */

export const DOCUMENT_BYTES_MAX = 15 * 1_024 * 1_024;
export const ALIASES_MAX = 20;
export const SIGNATURE_MAX = 80;

/** What a viewer sends who shows who they are, by what it is for. */
export const VIEWER_DOCUMENTS = {
  account: ['id_front', 'selfie_with_id'],
  daily_limit: ['id_front', 'selfie_with_id'],
  card: ['id_front', 'selfie_with_id', 'card_photo'],
} as const;
