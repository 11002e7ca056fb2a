import type { ErrorTable } from '../error-spec.ts';

/** Refusals of every call. */
export const commonErrors = {
  'common.invalid_input': { kind: 'invalid_input', message: 'Please check the marked fields' },
  'common.idempotency_key_invalid': {
    kind: 'invalid_input',
    message: 'The request key is missing or expired',
  },
  'common.unauthenticated': { kind: 'unauthenticated', message: 'Please log in' },
  'common.csrf': { kind: 'forbidden', message: 'Your session has changed. Please reload the page' },
  'common.sudo_required': { kind: 'forbidden', message: 'Please confirm that it is you' },
  'common.cross_site': { kind: 'forbidden', message: 'This request came from another site' },
  'common.forbidden': { kind: 'forbidden', message: 'You may not do this' },
  'common.not_found': { kind: 'not_found', message: 'Page not found' },
  'common.method_not_allowed': { kind: 'method_not_allowed', message: 'Method not allowed' },
  'common.idempotency_key_reused': {
    kind: 'conflict',
    message: 'This request key was used for something else',
  },
  'common.idempotency_in_flight': { kind: 'conflict', message: 'This request is still running' },
  'common.file_not_image': { kind: 'invalid_input', message: 'Only image files are supported.' },
  'common.file_format': {
    kind: 'invalid_input',
    message: 'Only PNG, JPG, WEBP or GIF files are supported.',
  },
  'common.file_blocked': {
    kind: 'invalid_input',
    message: 'This picture was removed and may not come again',
  },
  'common.file_count': { kind: 'invalid_input', message: 'Please choose exactly one file' },
  'common.too_large': { kind: 'too_large', message: 'The request is too large' },
  'common.precondition_failed': { kind: 'precondition_failed', message: 'The file has changed' },
  'common.range_unsatisfiable': { kind: 'range_unsatisfiable', message: 'The file is shorter than this' },
  'common.unsupported_media_type': { kind: 'unsupported_media_type', message: 'Unsupported content type' },
  'common.price_changed': { kind: 'conflict', message: 'The price has changed' },
  'common.second_person_needed': { kind: 'conflict', message: 'A second person must confirm' },
  'common.not_self': { kind: 'wrong_state', message: 'You cannot do this with your own account' },
  'common.rate_limited': { kind: 'rate_limited', message: 'Too many requests. Please wait a moment' },
  'common.unavailable': { kind: 'unavailable', message: 'Temporarily unavailable. Please retry' },
  'common.not_yet': { kind: 'not_implemented', message: 'This is not available yet' },
  'common.internal': { kind: 'internal', message: 'Something went wrong' },
} as const satisfies ErrorTable;
