import { createHash } from 'node:crypto';

/** The hash of a hosted page's link: over its fields as they are sent, in their order, and the secret. Base64. */
export const pageHash = (
  fields: readonly (readonly [name: string, value: string])[],
  secret: string,
): string =>
  createHash('sha1')
    .update([...fields, ['secret', secret]].map(([name, value]) => `${name}=${value}`).join('&'))
    .digest('base64');
