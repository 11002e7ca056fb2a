import type { MailTexts } from './mail-text.ts';

export const german: MailTexts = {
  confirm_email: {
    subject: 'Bestätige deine E-Mail-Adresse',
    text: 'Hallo {username},\n\nbitte bestätige, dass diese Adresse dir gehört:\n\n{url}\n\nDer Link gilt einmal, 24 Stunden lang. Hast du ihn nicht angefordert, ignoriere diese Mail: Die Adresse wird dann nicht verwendet.',
  },
  address_taken: {
    subject: 'Du hast schon ein Konto',
    text: 'Jemand hat eben diese Adresse für ein eigenes Konto angegeben. Sie gehört schon zu deinem Konto {username}, es hat sich also nichts geändert.\n\nWarst du das? Melde dich als {username} an. Weißt du das Passwort nicht mehr, kannst du hier ein neues setzen:\n\n{url}\n\nWarst du es nicht, ist nichts zu tun.',
  },
  reset_password: {
    subject: 'Neues Passwort setzen',
    text: 'Hallo {username},\n\nhier kannst du ein neues Passwort setzen:\n\n{url}\n\nDer Link gilt einmal, 30 Minuten lang, auf jedem Gerät. Hast du ihn nicht angefordert, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.',
  },
  password_changed: {
    subject: 'Dein Passwort wurde geändert',
    text: 'Hallo {username},\n\ndas Passwort deines Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.\n\nWarst du das nicht, setze sofort ein neues Passwort:\n\n{url}',
  },
  password_changed_passkeys: {
    subject: 'Dein Passwort wurde geändert',
    text: 'Hallo {username},\n\ndas Passwort deines Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.\n\nDiese Passkeys können sich weiter anmelden: {passkeys}. Gehört einer davon nicht dir, entferne ihn:\n\n{settings}\n\nHast nicht du das Passwort geändert, setze sofort ein neues:\n\n{url}',
  },
  passkey_added: {
    subject: 'Deinem Konto wurde ein Passkey hinzugefügt',
    text: 'Hallo {username},\n\nder Passkey „{name}“ kann sich ab jetzt bei deinem Konto anmelden.\n\nWarst du das, ist nichts zu tun.\n\nWarst du es nicht, entferne ihn sofort:\n\n{settings}\n\nund setze ein neues Passwort:\n\n{url}',
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde von deinem Konto entfernt',
    text: 'Hallo {username},\n\nder Passkey „{name}“ kann sich nicht mehr bei deinem Konto anmelden, und alle anderen Geräte wurden abgemeldet.\n\nWarst du das nicht, setze sofort ein neues Passwort:\n\n{url}\n\nund sieh nach, was sonst geändert wurde:\n\n{settings}',
  },
  app_added: {
    subject: 'Dein Konto fragt ab jetzt nach einem Code',
    text: 'Hallo {username},\n\neine Authentifizierungs-App wurde eingerichtet: Jede Anmeldung mit deinem Passwort fragt nach ihrem Code. Alle anderen Geräte wurden abgemeldet.\n\nWarst du das nicht, schreibe sofort dem Support: Mit dem Passwort kann sich nur noch anmelden, wer diese App hat. Setze auch ein neues Passwort:\n\n{url}',
  },
  app_removed: {
    subject: 'Dein Konto fragt nicht mehr nach einem Code',
    text: 'Hallo {username},\n\ndie Authentifizierungs-App wurde entfernt: Eine Anmeldung fragt nur noch nach deinem Passwort. Alle anderen Geräte wurden abgemeldet.\n\nWarst du das nicht, setze sofort ein neues Passwort:\n\n{url}\n\nund schalte die App wieder ein:\n\n{settings}',
  },
  codes_renewed: {
    subject: 'Du hast neue Wiederherstellungscodes',
    text: 'Hallo {username},\n\nfür dein Konto wurden neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.\n\nWarst du das nicht, setze sofort ein neues Passwort:\n\n{url}\n\nund erzeuge neue Codes:\n\n{settings}',
  },
  new_device: {
    subject: 'Neue Anmeldung bei deinem Konto',
    text: 'Hallo {username},\n\neben hat sich jemand bei deinem Konto angemeldet, mit einem Browser, der dafür noch nicht benutzt wurde:\n\n{place}\n\nWarst du das, ist nichts zu tun.\n\nWarst du es nicht, setze sofort ein neues Passwort. Damit werden alle Geräte abgemeldet:\n\n{url}',
  },
  email_changing: {
    subject: 'Deine E-Mail-Adresse soll geändert werden',
    text: 'Hallo {username},\n\ndie Adresse deines Kontos soll auf {address} geändert werden. Das geschieht, sobald jene Adresse bestätigt ist.\n\nWarst du das nicht, behalte diese Adresse. Dann werden alle Geräte abgemeldet, und du bekommst einen Link für ein neues Passwort:\n\n{url}\n\nDer Link gilt 7 Tage, auch nach der Änderung.',
  },
};
