import { z } from 'zod';
import { calls, ok, shape } from '../call.ts';
import { emailSubscriptionRoutes } from './routes.ts';

/** Kinds of mails that people choose; receipts are always sent. */
export const emailKind = z.enum(['offers', 'news', 'models_online', 'pm', 'receipts']);
export type EmailKind = z.infer<typeof emailKind>;

const token = z.string().regex(/^[\w-]{43}$/);
const kinds = z.array(shape({ key: emailKind, label: z.string(), enabled: z.boolean() }));

const choice = shape({
  token: token.optional(),
  kinds: z.partialRecord(emailKind, z.boolean()),
  all_off: z.boolean().optional(),
});
/** What a mail program sends on behalf of its reader (RFC 8058): the token of the address is the proof. */
const oneClick = shape({ 'List-Unsubscribe': z.literal('One-Click') });

export const emailSubscriptionCalls = calls(emailSubscriptionRoutes, {
  getEmailSubscription: {
    who: 'guest',
    rate: 'read',
    query: shape({ token: token.optional() }),
    response: shape({ email_masked: z.string(), kinds, all_off: z.boolean() }),
    errors: ['identity.token_invalid'],
    ids: ['SETTINGS-002'],
  },
  saveEmailSubscription: {
    who: 'guest',
    rate: 'write',
    oneClick: true,
    query: shape({ token: token.optional() }),
    body: z.union([choice, oneClick]),
    response: ok({ kinds }),
    errors: ['identity.token_invalid'],
    ids: ['SETTINGS-002'],
  },
});
