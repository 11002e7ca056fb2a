import type { PmSort } from '@klieg/contract';
import { Button, ChoiceMenu, Count, Empty, Icon, showToast, TabPanel, Tabs } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  ConversationList,
  ConversationView,
  sortRooms,
  unreadTotal,
  useMessages,
} from '../../features/direct-messages/index.ts';
import { AddFriend, askFriend, FriendList, useFriends, waitingCount } from '../../features/friends/index.ts';
import { NoticeList } from '../../features/notifications/notice-list.tsx';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { TalkSide } from './talk-side.tsx';
import '../../features/direct-messages/messages.css';

/** Leads to the notices, for phones, whose header has no bell. */
const NOTICES_HASH = '#notices';
type Tab = 'messages' | 'friends' | 'notices';
const SORTS: readonly PmSort[] = ['timestamp', 'unread', 'username'];
const isSort = (value: string | null): value is PmSort => SORTS.some((sort) => sort === value);

/** How conversations are sorted; an address may say it too (PM-FRIENDS-014). */
function SortMenu() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const { sort } = useMessages();
  const wanted = query.get('sort');
  useEffect(() => {
    if (isSort(wanted)) sortRooms(wanted);
  }, [wanted]);
  const names: Record<PmSort, string> = {
    timestamp: t`Newest`,
    unread: t`Unread first`,
    username: t`By name`,
  };
  return (
    <ChoiceMenu
      label={t`Sort conversations`}
      value={sort}
      onChange={sortRooms}
      options={SORTS.map((value) => ({ value, text: names[value] }))}
      trigger={
        <Button kind="text" size="small">
          {names[sort]}
          <Icon name="caret-down" size={16} />
        </Button>
      }
    />
  );
}

const Counted = ({ word, count }: { readonly word: ReactNode; readonly count: number }) => (
  <>
    {word} {count > 0 && <Count hot>{count}</Count>}
  </>
);

interface ListsProps {
  readonly open: string | undefined;
  readonly startWith: Tab;
}

function InboxLists({ open, startWith }: ListsProps) {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>(startWith);
  const messages = useMessages();
  const friends = useFriends();
  const notices = useMember()?.user.notificationUnreadCount ?? 0;
  return (
    <section className="inbox-lists" aria-label={t`Inbox`}>
      <div className="inbox-head">
        <span className="inbox-title grow" aria-hidden="true">
          <Trans>Inbox</Trans>
        </span>
        <SortMenu />
      </div>
      <Tabs
        value={tab}
        onChange={setTab}
        label={t`Inbox`}
        className="inbox-tabs"
        tabs={[
          {
            value: 'messages',
            text: <Counted word={<Trans>Messages</Trans>} count={unreadTotal(messages)} />,
          },
          {
            value: 'friends',
            text: <Counted word={<Trans>Friends</Trans>} count={waitingCount(friends)} />,
          },
          {
            value: 'notices',
            text: <Counted word={<Trans>Notifications</Trans>} count={notices} />,
          },
        ]}
      >
        <TabPanel value="messages" className="inbox-pane">
          <ConversationList current={open} />
        </TabPanel>
        <TabPanel value="friends" className="inbox-pane">
          <AddFriend />
          <FriendList />
        </TabPanel>
        <TabPanel value="notices" className="inbox-pane">
          <NoticeList />
        </TabPanel>
      </Tabs>
    </section>
  );
}

/** The inbox: conversations, friends and notices on the left, one conversation beside them. */
export function InboxFrame() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const friends = useFriends();
  const open = query.get('with')?.toLowerCase() || undefined;
  const friend = open === undefined ? undefined : friends.byName[open];
  const ask = (username: string) =>
    void askFriend(username).catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error' }),
    );
  const leave = () => void navigate('/inbox', { preventScrollReset: true });
  return (
    <main id="main" className="inbox" data-open={open !== undefined}>
      {/* The list is away while a conversation is open on a phone; the page keeps its name. */}
      <h1 className="visually-hidden">
        <Trans>Inbox</Trans>
      </h1>
      {/* The account menu leads to the notices from the inbox too. */}
      <InboxLists key={hash} open={open} startWith={hash === NOTICES_HASH ? 'notices' : 'messages'} />
      {open === undefined ? (
        <div className="inbox-nothing">
          <Empty title={<Trans>Choose a conversation</Trans>}>
            <Trans>Or write to a friend from your friends list.</Trans>
          </Empty>
        </div>
      ) : (
        <ConversationView
          key={open}
          username={open}
          isHere={friend?.status === 'CONFIRMED' ? friend.isOnline : undefined}
          onAskFriend={friend || friends.load !== 'ready' ? undefined : () => ask(open)}
          onBack={leave}
          onGone={leave}
          side={(tools) => <TalkSide username={open} tools={tools} />}
        />
      )}
    </main>
  );
}
