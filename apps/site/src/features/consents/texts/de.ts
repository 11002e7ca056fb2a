import type { MailTexts } from './mail-text.ts';

export const german: MailTexts = {
  asked: {
    subject: '{model} bittet um deine Zustimmung',
    text: 'Hallo {name},\n\n{model} möchte dich in Sendungen zeigen und hat dich als Mitwirkende oder Mitwirkenden genannt. Ohne deine Zustimmung geschieht nichts. Hier liest du, worum es geht, schickst dein Dokument und unterschreibst, oder lehnst ab:\n\n{url}\n\nDer Link ist nur für dich und gilt 14 Tage. Wenn du {model} nicht kennst, kannst du diese Mail ignorieren.',
  },
  again: {
    subject: 'Etwas muss noch einmal geschickt werden',
    text: 'Hallo {name},\n\njemand hat angesehen, was du für Sendungen mit {model} geschickt hast, und etwas muss noch einmal gemacht werden:\n\n{note}\n\nDieser Link ersetzt den bisherigen:\n\n{url}',
  },
  approved: {
    subject: 'Deine Zustimmung wurde geprüft',
    text: 'Hallo {name},\n\ndeine Dokumente wurden geprüft. Du darfst in Sendungen von {model} zu sehen sein, so wie du zugestimmt hast. Mit diesem Link kannst du die Zustimmung jederzeit zurückziehen. Bitte bewahre ihn auf:\n\n{url}',
  },
  declined: {
    subject: 'Deine Zustimmung konnte nicht angenommen werden',
    text: 'Hallo {name},\n\nwas du für Sendungen mit {model} geschickt hast, konnte nicht angenommen werden:\n\n{note}\n\nDu darfst in diesen Sendungen nicht zu sehen sein.',
  },
  withdrawn: {
    subject: 'Deine Zustimmung ist beendet',
    text: 'Hallo {name},\n\ndeine Zustimmung zu Sendungen mit {model} ist beendet. Keine davon darf dich mehr zeigen.',
  },
};
