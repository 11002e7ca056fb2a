import { type callsByFeature, cleanText } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomHub, RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly hub: RoomHub;
}

export function makeRoomChatHandlers(deps: Deps): Handlers<(typeof callsByFeature)['room-chat'], SiteCaller> {
  return {
    async setSubject({ params, body }) {
      const owner = await deps.accounts.findByUsername(params.username);
      if (!owner) throw new AppError('common.not_found');
      const subject = cleanText(body.subject).trim();
      const color = body.subject_color ?? null;
      await deps.rooms.setSubject(owner.id, subject, color);
      deps.hub.find(owner.username)?.publishState('v3.chat.subject', { subject, subject_color: color });
      return { status: 1, subjectText: subject, subject_color: color };
    },
  };
}
