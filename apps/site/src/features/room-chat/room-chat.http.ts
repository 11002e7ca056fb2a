import { type callsByFeature, cleanText } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { EMOTICONS } from './emoticons.ts';
import { makeModerationHandlers, type ModerationDeps } from './moderation.http.ts';

interface Deps extends ModerationDeps {
  readonly rooms: RoomStore;
}

export function makeRoomChatHandlers(deps: Deps): Handlers<(typeof callsByFeature)['room-chat'], SiteCaller> {
  return {
    ...makeModerationHandlers(deps),
    async setSubject({ params, body }) {
      const owner = await deps.accounts.findByUsername(params.username);
      if (!owner) throw new AppError('common.not_found');
      const subject = cleanText(body.subject).trim();
      const color = body.subject_color ?? null;
      await deps.rooms.setSubject(owner.id, subject, color);
      const payload = { subject, subject_color: color };
      deps.hub.submit(owner.username, { kind: 'state', name: 'v3.chat.subject', payload });
      return { status: 1, subjectText: subject, subject_color: color };
    },
    listEmoticons: () => ({ emoticonList: EMOTICONS.map((emoticon) => ({ ...emoticon })) }),
    // No translator is built in; one comes in here.
    translateLine() {
      throw new AppError('room_chat.translate_off');
    },
  };
}
