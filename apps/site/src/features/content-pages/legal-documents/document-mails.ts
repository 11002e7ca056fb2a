import { utcDayOf } from '@klieg/kernel/time';
import type { Mail } from '#site/platform/mail/index.ts';

/** To the signer: a document is waiting. The subject contains only our own words. */
export const writeDocumentMail = (
  {
    email,
    title,
    expires_at: until,
  }: { readonly email: string; readonly title: string; readonly expires_at: Date },
  link: string,
): Mail => ({
  to: email,
  subject: 'A document waits for your signature',
  text: [
    `Please read and sign: ${title}`,
    '',
    link,
    '',
    `The link ends on ${utcDayOf(until)}. Keep it to yourself: whoever has it can sign.`,
  ].join('\n'),
});
