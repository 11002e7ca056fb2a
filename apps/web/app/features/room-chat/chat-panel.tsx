import { formatCount } from '@klieg/i18n';
import { Count, Icon, TabPanel, Tabs } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import type { UserListProps } from './user-list.tsx';
import { lazyPart } from '../../shared/lazy-part.ts';

const loadUserList = withTexts(() => import('./user-list.tsx'));
const UserList = lazyPart(async () => ({ default: (await loadUserList()).UserList }));

export interface ChatPanelProps
  extends MessageListProps, Pick<UserListProps, 'access' | 'sort' | 'onSort' | 'onPerson' | 'onGuest'> {
  readonly viewers: number;
  /** Stands at the end of the tabs. */
  readonly tools?: ReactNode;
  /** Below the lines: the tip control and the line to the room. */
  readonly foot: ReactNode;
  /** Private messages: how many wait, and their panel; absent for guests. */
  readonly messages?: { readonly unread: number; readonly panel: ReactNode };
  /** For those who moderate the room. */
  readonly moderation?: ReactNode;
  /** The list of people is shown or hidden; the server sends it only while it is. */
  readonly onListVisible: (isVisible: boolean) => void;
}

/** The panel beside the picture: chat and people. */
export function ChatPanel({
  chat,
  viewers,
  tools,
  foot,
  messages,
  moderation,
  onListVisible,
  access,
  sort,
  onSort,
  onGuest,
  ...list
}: ChatPanelProps) {
  const { t, i18n } = useLingui();
  const [tab, setTab] = useState<'chat' | 'users' | 'messages' | 'moderation'>('chat');
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        setTab(next);
        onListVisible(next === 'users');
      }}
      label={t`Room panels`}
      className="chat-panel"
      end={tools}
      tabs={[
        { value: 'chat', text: <Trans>Chat</Trans> },
        {
          value: 'users',
          text: (
            <>
              <Trans>Users</Trans> <Count>{formatCount(viewers, i18n.locale)}</Count>
            </>
          ),
        },
        ...(messages
          ? [
              {
                value: 'messages' as const,
                text: (
                  <>
                    <Trans>Messages</Trans> {messages.unread > 0 && <Count hot>{messages.unread}</Count>}
                  </>
                ),
              },
            ]
          : []),
        ...(moderation
          ? [
              {
                value: 'moderation' as const,
                text: <Icon name="shield-check" size={16} label={t`Moderation`} />,
              },
            ]
          : []),
      ]}
    >
      <TabPanel value="chat" keep className="chat chat-pane">
        <MessageList chat={chat} {...list} />
        {foot}
      </TabPanel>
      <TabPanel value="users" className="chat-pane overflow-auto">
        <Suspense fallback={<div className="skeleton m-3 h-10" />}>
          <UserList
            people={chat.people}
            access={access}
            sort={sort}
            onSort={onSort}
            onPerson={list.onPerson}
            onGuest={onGuest}
          />
        </Suspense>
      </TabPanel>
      {messages && (
        <TabPanel value="messages" className="chat-pane">
          {messages.panel}
        </TabPanel>
      )}
      {moderation && (
        <TabPanel value="moderation" className="chat-pane">
          {moderation}
        </TabPanel>
      )}
    </Tabs>
  );
}
