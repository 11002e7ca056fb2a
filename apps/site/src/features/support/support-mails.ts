import type { Mail } from '../../platform/mail/index.ts';
import type { KeptThread } from './support-store.ts';

/** To the sender: the full answer of staff. Its subject contains only our own words and a number. */
export const writeAnswerMail = (
  { number }: Pick<KeptThread, 'number'>,
  { to, text, publicUrl }: { readonly to: string; readonly text: string; readonly publicUrl: string },
): Mail => ({
  to,
  subject: `An answer to your support request ${number}`,
  text: [
    text,
    '',
    '—',
    `You can go on writing at ${publicUrl}/support. Your request has the number ${number}.`,
  ].join('\n'),
});
