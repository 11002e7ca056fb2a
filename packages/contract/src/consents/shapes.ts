import { z } from 'zod';

/** What somebody agrees to: to be seen, that it is shown to others, that others may keep it. */
export const consentScope = z.enum(['depict', 'distribute', 'download']);
export type ConsentScope = z.infer<typeof consentScope>;

/** Asked, signed and being checked, given, refused by the person, withdrawn, or over. */
export const consentState = z.enum(['invited', 'pending', 'approved', 'refused', 'revoked', 'expired']);
export type ConsentState = z.infer<typeof consentState>;
