/** Why a viewer's socket is closed: token bad, expired or used up, gone, mode changed or revoked, slow. */
export type CloseCode = 4401 | 4404 | 4409 | 4429 | 1001 | 1008;

export const CLOSE_REASONS: Readonly<Record<CloseCode, string>> = {
  4401: 'token',
  4404: 'gone',
  4409: 'mode changed',
  4429: 'slow',
  1001: 'going away',
  1008: 'policy',
};

/** Reason with 4401 when a preview's seconds are used up, as in `v3.spy.end`. */
export const PREVIEW_OVER = 'preview_over';
