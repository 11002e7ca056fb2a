/** What a performer is told about a failed clip. */
export type ClipFailureCode = 'clip_gone' | 'clip_too_short' | 'clip_failed';

/** @param reason as the media process gives it */
export const clipFailureOf = (reason: string): ClipFailureCode =>
  reason === 'clip_gone' || reason === 'clip_too_short' ? reason : 'clip_failed';
