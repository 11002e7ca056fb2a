import { Count } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, noPart, type SlotProps } from '../../shared/room-module/room-module.ts';

function MessagesTitle({ me }: SlotProps<null>) {
  const unread = me.kind === 'member' ? me.current.pm.unread : 0;
  return (
    <>
      <Trans>Messages</Trans> {unread > 0 && <Count hot>{unread}</Count>}
    </>
  );
}

/** The tab of private messages, for members; its code comes when it is first opened. */
export const messagesModule = defineRoomModule({
  key: 'messages',
  ...noPart,
  slots: {
    'side.tab': [
      {
        id: 'messages',
        order: 30,
        title: MessagesTitle,
        when: ({ me }) => me.kind === 'member',
        load: withTexts(() => import('./messages-tab.tsx')),
        waiting: <div className="skeleton m-3 h-10" />,
        className: 'chat-pane',
      },
    ],
  },
});
