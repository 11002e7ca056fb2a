import type { MailTexts } from './mail-text.ts';

const PAGE = 'Hier kümmerst du dich darum:\n\n{url}';

export const german: MailTexts = {
  postpay_past_due: {
    subject: 'Deine Karte wurde abgelehnt',
    text: `Hallo {username},\n\ndeine Karte wurde für {amount} abgelehnt, die du auf Kredit ausgegeben hast. Bis das bezahlt ist, hast du keinen weiteren Kredit.\n\nDie Karte wird am {day} noch einmal belastet. Du kannst vorher bezahlen oder eine andere Karte nehmen. ${PAGE}`,
  },
  postpay_past_due_last: {
    subject: 'Deine Karte wurde abgelehnt',
    text: `Hallo {username},\n\ndeine Karte wurde für {amount} abgelehnt, die du auf Kredit ausgegeben hast. Bis das bezahlt ist, hast du keinen weiteren Kredit.\n\nBezahle es mit einer anderen Karte. ${PAGE}`,
  },
  re_up_declined: {
    subject: 'Automatische Käufe sind ausgeschaltet',
    text: `Hallo {username},\n\ndeine Karte wurde zweimal für Token abgelehnt, die automatisch gekauft werden. Das ist jetzt ausgeschaltet: Es wird nichts mehr gekauft, bis du es wieder einschaltest. ${PAGE}`,
  },
  re_up_changed: {
    subject: 'Automatische Käufe sind ausgeschaltet',
    text: `Hallo {username},\n\ndas Paket, dessen automatischem Kauf du zugestimmt hast, wird nicht mehr so verkauft wie damals. Darum sind automatische Käufe ausgeschaltet, und es wurde nichts gekauft. Du kannst ein anderes Paket wählen. ${PAGE}`,
  },
  renewal_refused: {
    subject: 'Deine Mitgliedschaft konnte nicht verlängert werden',
    text: `Hallo {username},\n\ndeine Karte wurde für den nächsten Monat deiner Mitgliedschaft {level}, {amount}, abgelehnt. Sie wird am {day} noch einmal belastet.\n\nBis dahin behältst du deine Vorteile. Nimm eine andere Karte, um sie zu behalten. ${PAGE}`,
  },
  membership_over: {
    subject: 'Deine Mitgliedschaft ist beendet',
    text: `Hallo {username},\n\ndeine Mitgliedschaft {level} ist beendet, und es wird nichts mehr dafür belastet. Du kannst jederzeit wieder Mitglied werden. ${PAGE}`,
  },
  membership_unpaid: {
    subject: 'Deine Mitgliedschaft ist beendet',
    text: `Hallo {username},\n\ndeine Mitgliedschaft {level} ist beendet, weil deine Karte für den nächsten Monat abgelehnt wurde. Es wird nichts mehr dafür belastet. Du kannst jederzeit wieder Mitglied werden. ${PAGE}`,
  },
  membership_reversed: {
    subject: 'Deine Mitgliedschaft ist beendet',
    text: `Hallo {username},\n\ndeine Mitgliedschaft {level} ist beendet, weil ihre Zahlung zurückgenommen wurde. Es wird nichts mehr dafür belastet. ${PAGE}`,
  },
};
