import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by media-library. */
export const mediaLibraryEvents = events({
  /** `url` is signed, for the uploader only. */
  'v3.media.encoded': {
    id: 30,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['MEDIA-LIBRARY-021'],
    fields: {
      type: f.oneOf('sell_all_media_picture', 'dickrating_media_picture'),
      url: f.optional(f.url()),
      media_id: f.optional(f.id()),
      status: f.optional(f.oneOf('ready', 'failed')),
      error: f.optional(f.text()),
    },
  },
  /** The page waits a random 2 to 12 s, then reads the list. */
  'v3.chat.update_media_list': {
    id: 63,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room'],
    ids: ['MEDIA-LIBRARY-022', 'CONSTANTS-075'],
    fields: {
      username: f.optional(f.name()),
      media_id: f.optional(f.id()),
    },
  },
});
