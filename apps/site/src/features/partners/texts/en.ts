import type { PartnerMail } from './mail-text.ts';

export const english: PartnerMail = {
  subject: 'Your link to log in',
  text: 'Hello {username},\n\nyou come from {partner}. With this link you are logged in:\n\n{url}\n\nIt works once, for 15 minutes. If you have not asked for it, ignore this mail: nobody is logged in without it.',
};
