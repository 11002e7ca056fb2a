import { Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConversationList } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import './messages.css';

export interface MessagesPanelProps {
  /** A conversation to offer first, such as with the performer of the room. */
  readonly offer?: { readonly username: string; readonly displayName: string };
}

/** Private messages beside a room: the open conversations, or one of them in their place. */
export function MessagesPanel({ offer }: MessagesPanelProps) {
  const [open, setOpen] = useState<string>();
  const back = () => setOpen(undefined);
  if (open !== undefined) return <ConversationView username={open} onBack={back} onGone={back} />;
  return (
    <div className="messages-panel">
      {offer && (
        <button type="button" className="list-row" onClick={() => setOpen(offer.username)}>
          <Icon name="chat-circle-text" size={16} />
          <span className="strong">
            <Trans>Write to {offer.displayName}</Trans>
          </span>
        </button>
      )}
      <ConversationList isOpenOnly onPick={setOpen} />
      <p className="small p-3 text-ink-3">
        <Link to="/inbox">
          <Trans>All messages</Trans>
        </Link>
      </p>
    </div>
  );
}
