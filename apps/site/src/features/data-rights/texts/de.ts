import type { DataTexts } from './mail-text.ts';

export const german: DataTexts = {
  mails: {
    export_ready: {
      subject: 'Deine Daten liegen bereit',
      text: 'Hallo {username},\n\ndas Archiv deiner Daten ist fertig. Du kannst es sieben Tage lang aus deinen Einstellungen abholen:\n\n{url}\n\nDabei wirst du nach deinem Passwort gefragt. Wenn du das Archiv nicht verlangt hast, setze sofort ein neues Passwort.',
    },
    deletion_asked: {
      subject: 'Dein Konto wird gelöscht',
      text: 'Hallo {username},\n\ndein Konto wird am {day} gelöscht. Bis dahin kannst du dich anmelden und es behalten:\n\n{url}\n\nWenn du das nicht verlangt hast, melde dich an, behalte das Konto und setze ein neues Passwort.',
    },
    deletion_held: {
      subject: 'Dein Konto kann noch nicht gelöscht werden',
      text: 'Hallo {username},\n\ndu hast uns gebeten, dein Konto zu löschen, und das geht noch nicht. {why}\n\nEs wird von selbst gelöscht, sobald das vorbei ist. Hier siehst du, wie es steht:\n\n{url}\n\nWenn du das für falsch hältst, schreib dem Support. Du kannst dich auch bei der Behörde beschweren, die dort über den Datenschutz wacht, wo du lebst.',
    },
    deletion_done: {
      subject: 'Dein Konto wird jetzt gelöscht',
      text: 'Hallo {username},\n\ndein Konto und was dazu gehört werden jetzt gelöscht. Rechnungen, Verträge und andere Unterlagen, die wir nach dem Gesetz behalten müssen, bleiben unter einem Namen, der nicht sagt, wer du bist. Dein Benutzername bleibt 90 Tage lang reserviert.\n\nDies ist die letzte Nachricht, die du von uns dazu bekommst.',
    },
  },
  holds: {
    legal_hold: 'Eine Behörde oder ein laufender Anspruch verpflichtet uns, es vorerst zu behalten.',
    case_open: 'Über eine Meldung zu dem Konto ist noch nicht entschieden.',
    shows_open: 'Eine Show ist noch nicht zu Ende, oder Tokens werden noch für eine zurückgehalten.',
    order_open: 'Der Ausgang eines Kaufs steht noch nicht fest.',
    credit_owed: 'Tokens, die auf Kredit benutzt wurden, sind noch nicht bezahlt.',
    balance_open: 'Einnahmen von dir sind noch nicht ausgezahlt.',
  },
};
