import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by friends. */
export const friendsEvents = events({
  /** TO_CONFIRM on the pages of the person asked; REQUESTED on the asker's other pages. */
  'v3.user_friend.request': {
    id: 33,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    filters: ['F3'],
    ids: ['PM-FRIENDS-004', 'PM-FRIENDS-015', 'PM-FRIENDS-016'],
    fields: {
      seq: f.int(),
      username: f.name(),
      status: f.oneOf('TO_CONFIRM', 'REQUESTED'),
      display_name: f.optional(f.text()),
      avatar_url: f.optional(f.url()),
    },
  },
  'v3.user_friend.accepted': {
    id: 34,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['pair'],
    filters: ['F3'],
    ids: ['PM-FRIENDS-002', 'PM-FRIENDS-016'],
    fields: {
      seq: f.int(),
      username: f.name(),
      status: f.oneOf('CONFIRMED'),
    },
  },
  /** Also for a refused or withdrawn request and for a block; the reason is not told. */
  'v3.user_friend.deleted': {
    id: 35,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['pair'],
    ids: ['PM-FRIENDS-003', 'PM-FRIENDS-016'],
    fields: {
      seq: f.int(),
      username: f.name(),
    },
  },
  /** Invisible friends appear offline; which room a friend watches is never told. */
  'v3.user_friend.status_update': {
    id: 36,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['friends'],
    filters: ['F2', 'F3'],
    ids: ['PM-FRIENDS-005', 'PM-FRIENDS-016'],
    fields: {
      seq: f.int(),
      username: f.name(),
      status: f.optional(f.oneOf('CONFIRMED', 'REQUESTED', 'TO_CONFIRM')),
      online: f.optional(f.bool()),
      room_status: f.optional(f.code()),
    },
  },
});
