import type { Payload } from '@klieg/contract';
import type { ChatEntry } from './chat-entry.ts';

/**
 * What people in a private read once it begins (SHOWS-031), with a note if there is only sound (SHOWS-032); nothing for
 * everybody else, who is not told the payer's name.
 */
export const privateLines = (told: Payload<'v3.private.started'>): readonly ChatEntry[] =>
  told.username
    ? [
        {
          kind: 'system',
          id: `p ${told.show_id}`,
          at: told.started_at,
          text: '',
          code: told.audio_only ? 'private_by_sound' : 'private_started',
        },
      ]
    : [];
