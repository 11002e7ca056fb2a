import type { MailTexts } from './mail-text.ts';

export const german: MailTexts = {
  model_approved: {
    subject: 'Du bist zugelassen',
    text: 'Hallo {username},\n\ndeine Dokumente wurden geprüft, und du bist zugelassen. Du kannst jetzt auf Sendung gehen:\n\n{url}',
  },
  model_rejected: {
    subject: 'Etwas muss noch einmal geschickt werden',
    text: 'Hallo {username},\n\njemand hat angesehen, was du geschickt hast, und etwas muss noch einmal gemacht werden:\n\n{note}\n\nHier siehst du, was es ist, und schickst es neu:\n\n{url}',
  },
  model_expired: {
    subject: 'Dein Dokument ist abgelaufen',
    text: 'Hallo {username},\n\ndas Dokument, mit dem du zugelassen wurdest, ist abgelaufen. Bis ein neues geprüft ist, kannst du nicht auf Sendung gehen. Was du verdient hast, bleibt dein.\n\nHier schickst du ein neues:\n\n{url}',
  },
  identity_approved: {
    subject: 'Du bist verifiziert',
    text: 'Hallo {username},\n\ndeine Dokumente wurden geprüft, und dein Konto ist jetzt verifiziert.\n\n{url}',
  },
  identity_rejected: {
    subject: 'Du konntest nicht verifiziert werden',
    text: 'Hallo {username},\n\njemand hat angesehen, was du geschickt hast, und es reicht nicht:\n\n{note}\n\nHier kannst du es noch einmal schicken:\n\n{url}',
  },
};
