import { z } from 'zod';
import { day, instant, shape, uuid } from '../call.ts';
import { consentScope } from '../consents/shapes.ts';

/** What a model does before the first broadcast. */
export const onboardingStep = z.enum([
  'profile',
  'identity',
  'address',
  'agreement',
  'tax',
  'payout',
  'selfie',
]);
export type OnboardingStep = z.infer<typeof onboardingStep>;

/** Documents of models. */
export const modelDocument = z.enum([
  'id_front',
  'id_back',
  'passport',
  'selfie_with_id',
  'address_proof',
  'tax_form',
]);
export type ModelDocument = z.infer<typeof modelDocument>;
/** Documents of viewers. */
export const viewerDocument = z.enum(['id_front', 'selfie_with_id', 'card_photo']);
export type ViewerDocument = z.infer<typeof viewerDocument>;

/** Why a viewer shows who they are. */
export const verifyReason = z.enum(['card', 'daily_limit', 'account']);

/** What staff sees of a case before opening its documents: nothing about the person. */
export const reviewCase = shape({
  /** The first, the second … time. */
  attempt: z.int(),
  documents: z.array(
    shape({
      id: uuid,
      kind: z.enum([...modelDocument.options, ...viewerDocument.options]),
      sent_at: instant,
    }),
  ),
  agreement_version: z.string().nullable(),
  reason: verifyReason.nullable(),
  /** About somebody named by a model as a co-performer; they may have no account. */
  consent: shape({
    name: z.string(),
    alias: z.string().nullable(),
    scopes: z.array(consentScope),
    valid_from: day.nullable(),
    valid_until: day.nullable(),
  }).optional(),
});
export type ReviewCase = z.infer<typeof reviewCase>;
