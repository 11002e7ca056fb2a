/** Our code of a decline that a biller explains in words; the first that fits. */
const words: readonly (readonly [RegExp, string])[] = [
  [/cvv|cvc|security code/i, 'DECLINEDCVV2'],
  [/expired/i, 'EXPIRED'],
  [/insufficient|funds/i, 'INSUFFICIENTFUNDS'],
  [/zip|postal/i, 'INVALIDZIP'],
  [/velocity|too often|limit/i, 'VELOCITY'],
  [/denials/i, 'TOOMANYDENIALS'],
  [/call|contact/i, 'CALLCENTER'],
  [/try again|retry|temporar/i, 'RETRY'],
];

/** The code of the documents for a reason in words; DECLINED for all others. */
export const declineCodeOfWords = (text: string): string =>
  words.find(([pattern]) => pattern.test(text))?.[1] ?? 'DECLINED';
