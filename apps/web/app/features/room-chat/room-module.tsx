import { formatCount } from '@klieg/i18n';
import { Count, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { chatEffects } from './state/chat-effects.ts';
import { ChatFoot } from './composer/chat-foot.tsx';
import { isConfirmationMissing } from './composer/use-blocked-text.ts';
import { CHAT_READS, type ChatState, chatState, reduceChat } from './state/chat-state.ts';
import { ChatTab } from './chat-tab.tsx';

const ChatTitle = ({ now }: SlotProps<ChatState>) =>
  now.mode === 'private' ? <Trans>Private chat</Trans> : <Trans>Chat</Trans>;

function UsersTitle({ now }: SlotProps<ChatState>) {
  const { i18n } = useLingui();
  return (
    <>
      <Trans>Users</Trans> <Count>{formatCount(now.viewers, i18n.locale)}</Count>
    </>
  );
}

function ModerationTitle() {
  const { t } = useLingui();
  return <Icon name="shield-check" size={16} label={t`Moderation`} />;
}

const waiting = <div className="skeleton m-3 h-10" />;

/** Lines, people and moderation of a room. */
export const chatModule = defineRoomModule({
  key: 'chat',
  reads: CHAT_READS,
  start: chatState,
  reduce: reduceChat,
  effects: chatEffects,
  slots: {
    'side.tab': [
      {
        id: 'chat',
        order: 10,
        title: ChatTitle,
        draw: ChatTab,
        keep: true,
        className: 'chat chat-pane',
      },
      {
        id: 'users',
        order: 20,
        title: UsersTitle,
        load: withTexts(() => import('./people/users-tab.tsx')),
        waiting,
        className: 'chat-pane overflow-auto',
      },
      {
        id: 'moderation',
        order: 40,
        title: ModerationTitle,
        when: ({ room, tools }) => tools.place === 'studio' || room.viewer.can_moderate,
        load: withTexts(() => import('./moderation/moderation-tab.tsx')),
        waiting,
        className: 'chat-pane',
      },
    ],
    'side.foot': [
      {
        order: 15,
        when: ({ me }) => me.kind === 'member' && me.current.isAutosilenced,
        load: withTexts(() => import('./composer/autosilence-notice.tsx')),
      },
      {
        order: 16,
        when: ({ me, room }) => isConfirmationMissing(me, room),
        load: withTexts(() => import('./composer/confirm-notice.tsx')),
      },
      { order: 20, draw: ChatFoot },
    ],
    page: [
      {
        order: 10,
        when: ({ part }) => part.isListShown !== undefined,
        load: () => import('./people/list-asker.tsx'),
      },
    ],
  },
});
