import type { PartnerMail } from './mail-text.ts';

export const german: PartnerMail = {
  subject: 'Dein Link zum Anmelden',
  text: 'Hallo {username},\n\ndu kommst von {partner}. Mit diesem Link bist du angemeldet:\n\n{url}\n\nEr gilt einmal, 15 Minuten lang. Wenn du ihn nicht verlangt hast, beachte diese Nachricht nicht: Ohne sie wird niemand angemeldet.',
};
