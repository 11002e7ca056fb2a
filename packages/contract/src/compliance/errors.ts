import type { ErrorTable } from '../error-spec.ts';

/** Refusals of compliance. */
export const complianceErrors = {
  'compliance.tip_geo_block_receiver': {
    kind: 'region_blocked',
    errorType: 'tip_geo_block_receiver',
    message: 'This model cannot receive tips from your country.',
  },
  'compliance.tip_geo_block_sender': {
    kind: 'region_blocked',
    errorType: 'tip_geo_block_sender',
    message: 'Tipping is not available in your country.',
  },
  'compliance.text_refused': {
    kind: 'invalid_input',
    message: 'Your comment contains words that are not allowed',
  },
  'compliance.terms_full': { kind: 'conflict', message: 'There are too many terms' },
  'compliance.age_verification_required': { kind: 'forbidden', message: 'Please verify your age first' },
  'compliance.verification_failed': { kind: 'wrong_state', message: 'Verification failed' },
  'compliance.under_age': { kind: 'wrong_state', message: 'You must be at least 18 years old' },
  'compliance.method_not_allowed': {
    kind: 'forbidden',
    message: 'This method is not available in your region',
  },
  'compliance.card_data_refused': { kind: 'invalid_input', message: 'Card numbers must not be sent here' },
  'compliance.too_many_attempts': {
    kind: 'rate_limited',
    message: 'Too many attempts. Please try again tomorrow',
  },
  'compliance.vendor_unavailable': {
    kind: 'unavailable',
    message: 'The verification service is not available',
  },
  'compliance.document_refused': { kind: 'invalid_input', message: 'This document cannot be used' },
  'compliance.steps_missing': { kind: 'wrong_state', message: 'Please finish all steps first' },
  'compliance.already_approved': { kind: 'conflict', message: 'You are approved: nothing is missing' },
  'compliance.tries_used': {
    kind: 'conflict',
    message: 'This cannot be sent again. Please write to support',
  },
  'compliance.consent_limit': { kind: 'conflict', message: 'Too many open invitations' },
  'compliance.consent_closed': { kind: 'closed', message: 'This link was used or has ended' },
  'compliance.consent_missing': {
    kind: 'wrong_state',
    message: 'Every person shown needs a consent record',
  },
  'compliance.proof_closed': { kind: 'closed', message: 'This proof was used or has ended' },
  'compliance.session_unknown': { kind: 'not_found', message: 'This verification is not known' },
} as const satisfies ErrorTable;
