import { z } from 'zod';

/** What somebody agrees to: being seen, publication, and downloads by others. */
export const consentScope = z.enum(['depict', 'distribute', 'download']);
export type ConsentScope = z.infer<typeof consentScope>;

/** Asked, signed and under review, given, refused by the person, withdrawn, or expired. */
export const consentState = z.enum(['invited', 'pending', 'approved', 'refused', 'revoked', 'expired']);
export type ConsentState = z.infer<typeof consentState>;
