import type { Mail } from '../../platform/mail/index.ts';
import type { KeptThread } from './support-store.ts';

/** To the sender: staff has answered, in full. Its subject is made of our own words and a number alone. */
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
