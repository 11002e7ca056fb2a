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
} as const satisfies ErrorTable;
