import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by settings. */
export const settingsEvents = events({
  /** The changed keys, after a lobby connect all keys, with the names and values of GET /user/current. */
  'v3.user.settings': {
    id: 22,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['SETTINGS-006'],
    fields: {
      seq: f.int(),
      settings: f.obj(),
    },
  },
  /** Changed keys of userSetting (prices, spy, sharecam, pm, ...), public ones only. */
  'v3.chat.model_settings': {
    id: 56,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['CHAT-014', 'CHAT-024'],
    fields: {
      seq: f.int(),
      settings: f.obj(),
    },
  },
  /** Levels in F2. */
  'v3.user.invisible-mode': {
    id: 65,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'staff'],
    ids: ['CHAT-018'],
    fields: {
      seq: f.int(),
      username: f.name(),
      invisible_mode_level: f.int(0, 3),
    },
  },
});
