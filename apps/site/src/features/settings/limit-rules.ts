import { DAY_MS } from '@klieg/kernel/time';

/** A higher limit counts from this long after it was chosen; a lower one at once (http page, 7.1). */
export const RAISE_WAIT_MS = DAY_MS;

/** Whether it would allow more spending. Tokens a day; 0 is no limit. */
export const isRaise = (fromTokens: number, toTokens: number): boolean =>
  fromTokens !== 0 && (toTokens === 0 || toTokens > fromTokens);

/** What is required before a limit is raised: refused or expired documents come first. */
export const raiseNeeds = ({ complianceStatus }: { readonly complianceStatus: string }): 'none' | 'verify' =>
  complianceStatus === 'rejected' || complianceStatus === 'expired' ? 'verify' : 'none';
