import type { callsByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { ChangeSubject } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { EMOTICONS } from './emoticons.ts';
import type { HighlightLine } from './highlight-line.ts';
import { makeModerationHandlers, type ModerationDeps } from './moderation.http.ts';
import type { makeTranslateLine } from './translate-line.ts';

interface Deps extends ModerationDeps {
  readonly changeSubject: ChangeSubject;
  readonly highlights: HighlightLine;
  readonly translateLine: ReturnType<typeof makeTranslateLine>;
}

export function makeRoomChatHandlers(deps: Deps): Handlers<(typeof callsByFeature)['room-chat'], SiteCaller> {
  return {
    ...makeModerationHandlers(deps),
    async setSubject({ params, body }) {
      const owner = await deps.accounts.findByUsername(params.username);
      if (!owner) throw new AppError('common.not_found');
      const { subject, subject_color } = await deps.changeSubject(
        owner,
        body.subject,
        body.subject_color ?? null,
      );
      return { status: 1, subjectText: subject, subject_color };
    },
    listEmoticons: () => ({ emoticonList: EMOTICONS.map((emoticon) => ({ ...emoticon })) }),
    async highlightLine({ params, body }, { caller, idempotencyKey }) {
      const room = await deps.accounts.findByUsername(params.username);
      if (!room) throw new AppError('rooms.not_found');
      const tokens = await deps.highlights.pay({
        room,
        payer: caller.account!,
        payerCountry: caller.country,
        messageId: body.message_id,
        key: idempotencyKey!,
      });
      return { status: 1, tokens };
    },
    async pinLine({ params }) {
      const room = await deps.accounts.findByUsername(params.username);
      if (!room) throw new AppError('common.not_found');
      await deps.highlights.pin(room, params.id);
      return { status: 1 };
    },
    async translateLine({ body }, { caller }) {
      const order = { messageId: body.message_id, to: body.to, room: body.room };
      return { text: await deps.translateLine(order, caller) };
    },
  };
}
