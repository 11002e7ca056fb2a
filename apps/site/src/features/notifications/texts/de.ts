import type { NoticeTexts } from './notice-text.ts';

export const german: NoticeTexts = {
  follower_new: { title: 'Neuer Follower', body: '{username} folgt dir' },
  follower_nameless: { title: 'Neuer Follower', body: 'Jemand folgt dir' },
  friend_asked: { title: '{name} möchte mit dir befreundet sein', body: '' },
  pm_new: { title: '{name} hat dir geschrieben', body: '{text}' },
  rating_note: { title: 'Eine Notiz zu einer Bewertung', body: '{text}' },
  stream_soon: { title: '{name} ist gleich live', body: '{title}' },
  model_live: { title: '{name} ist live', body: '' },
  search_live: { title: '{name} ist live', body: 'Gefunden von deiner Suche „{search}“' },
  fan_joined: { title: '{username} ist deinem Fanclub beigetreten', body: '' },
  fan_club_price: {
    title: 'Der Fanclub von {name} hat einen neuen Preis',
    body: 'Ab {date} kostet er {tokens} Token im Monat. Bis dahin kannst du kündigen.',
  },
  fan_club_renewal: {
    title: 'Dein Fanclub von {name} verlängert sich am {date}',
    body: '{tokens} Token werden abgebucht. Bis dahin kannst du kündigen.',
  },
  fan_club_unpaid: {
    title: 'Du bist nicht mehr im Fanclub von {name}',
    body: 'Der nächste Monat konnte nicht bezahlt werden. Du kannst jederzeit wieder beitreten.',
  },
  fan_club_shut_out: {
    title: 'Du bist nicht mehr im Fanclub von {name}',
    body: 'Er wurde nicht verlängert, da du diesem Club gerade nicht beitreten kannst. Es wurde nichts abgebucht.',
  },
  act_returned: {
    title: '{tokens} Token von {name} sind zurück',
    body: 'Du hast „{label}“ gekauft und nicht bekommen. Alle Token sind wieder auf deinem Konto.',
  },
  fan_club_closed: {
    title: 'Der Fanclub von {name} ist geschlossen',
    body: 'Die Token für den Rest deines Monats sind wieder auf deinem Konto.',
  },
  support_answered: {
    title: 'Der Support hat geantwortet',
    body: 'Auf deine Anfrage {number} gibt es eine Antwort',
  },
  recording_disk_full: {
    title: 'Aufnahme beendet',
    body: 'Die Festplatte ist voll, die Aufnahme ist beendet. Deine Übertragung läuft weiter, und was aufgenommen wurde, bleibt.',
  },
  recording_disk_slow: {
    title: 'Aufnahme beendet',
    body: 'Die Festplatte ist zu langsam, die Aufnahme ist beendet. Deine Übertragung läuft weiter, und was aufgenommen wurde, bleibt.',
  },
  recording_disk_failed: {
    title: 'Aufnahme beendet',
    body: 'Die Festplatte ist ausgefallen, die Aufnahme ist beendet. Deine Übertragung läuft weiter.',
  },
  recording_unreadable: {
    title: 'Aufnahme beendet',
    body: 'Eine Aufnahme konnte nicht fertiggestellt werden. Der Support kann sie sich ansehen.',
  },
  clip_gone: {
    title: 'Kein Clip entstanden',
    body: 'Der öffentliche Stream endete, bevor der Clip geschnitten werden konnte.',
  },
  clip_too_short: {
    title: 'Kein Clip entstanden',
    body: 'Der öffentliche Stream hat eben erst begonnen. Versuch es in einigen Sekunden noch einmal.',
  },
  clip_failed: {
    title: 'Kein Clip entstanden',
    body: 'Der Clip konnte nicht gespeichert werden, vielleicht ist die Festplatte voll. Deine Übertragung läuft weiter.',
  },
  avatar_approved: { title: 'Dein Bild wird gezeigt', body: 'Es wurde geprüft' },
  avatar_rejected: { title: 'Dein Bild wurde nicht angenommen', body: '{note}' },
  profile_approved: { title: 'Dein Profil wird gezeigt', body: 'Die Änderung wurde geprüft' },
  profile_rejected: { title: 'Eine Änderung deines Profils wurde nicht angenommen', body: '{note}' },
  fan_logo_approved: { title: 'Das Logo deines Fanclubs wird gezeigt', body: 'Es wurde geprüft' },
  fan_logo_rejected: { title: 'Das Logo deines Fanclubs wurde nicht angenommen', body: '{note}' },
  media_approved: { title: '„{name}“ wird gezeigt', body: 'Es wurde geprüft' },
  media_rejected: { title: '„{name}“ wurde nicht angenommen', body: '{note}' },
  media_sold: { title: '{username} hat „{name}“ gekauft', body: 'Für {tokens} Token' },
  media_sold_nameless: { title: '„{name}“ wurde gekauft', body: 'Für {tokens} Token' },
  model_approved: { title: 'Du bist zugelassen', body: 'Du kannst jetzt auf Sendung gehen' },
  model_rejected: { title: 'Etwas muss noch einmal geschickt werden', body: '{note}' },
  model_expired: {
    title: 'Dein Dokument ist abgelaufen',
    body: 'Schicke ein neues, um wieder auf Sendung zu gehen',
  },
  identity_approved: { title: 'Du bist verifiziert', body: 'Deine Dokumente wurden geprüft' },
  consent_given: {
    title: '{name} ist freigegeben',
    body: 'Du kannst die Person nennen, wenn du auf Sendung gehst.',
  },
  consent_refused: {
    title: '{name} hat nicht zugestimmt',
    body: 'Die Person darf nicht in deinem Bild sein.',
  },
  consent_withdrawn: {
    title: '{name} hat die Zustimmung zurückgezogen',
    body: 'Die Person darf nicht mehr in deinem Bild sein.',
  },
  identity_rejected: { title: 'Du konntest nicht verifiziert werden', body: '{note}' },
  house_warning: { title: 'Eine Warnung von unserem Team', body: '{text}' },
  house_silenced: { title: 'Unser Team hat dich in allen Räumen stummgeschaltet', body: '{text}' },
  house_broadcast_ban: { title: 'Unser Team hat dir das Senden untersagt', body: '{text}' },
  house_put_out: { title: 'Unser Team hat dich hinausgeworfen', body: '{text}' },
  content_withheld: {
    title: 'Etwas von dir wird vorerst nicht gezeigt',
    body: 'Jemand hat sich darüber beschwert (Beschwerde {number}). Ein Mensch sieht es sich an.',
  },
  content_removed: { title: 'Etwas von dir wurde entfernt (Beschwerde {number})', body: '{text}' },
  content_restored: {
    title: 'Etwas von dir kann wieder gezeigt werden (Beschwerde {number})',
    body: '{text}',
  },
  counter_accepted: {
    title: 'Deine Gegendarstellung wurde angenommen (Beschwerde {number})',
    body: '{text}',
  },
  counter_rejected: {
    title: 'Deine Gegendarstellung wurde nicht angenommen (Beschwerde {number})',
    body: '{text}',
  },
  appeal_upheld: { title: 'Dein Einspruch wurde gelesen: Es bleibt dabei', body: '{text}' },
  appeal_overturned: { title: 'Deinem Einspruch wurde stattgegeben', body: '{text}' },
  unban_asked: { title: 'Bitte um Aufhebung einer Sperre', body: '{username} möchte zurückkommen' },
  unban_granted: { title: 'Du darfst zurückkommen', body: '{username} hat deine Sperre aufgehoben' },
  unban_declined: { title: 'Deine Sperre bleibt', body: '{username} hat deine Bitte abgelehnt' },
};
