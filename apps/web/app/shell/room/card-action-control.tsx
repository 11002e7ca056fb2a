import type { CardAction } from '@klieg/contract';
import { Button, buttonClass, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { ReportDialog } from '../../features/direct-messages/report-dialog.tsx';
import { askFriend } from '../../features/friends/index.ts';
import { SanctionControl } from '../../features/room-chat/moderation/sanction-control.tsx';
import { explainError } from '../../shared/errors/explain-error.ts';
import { ignorePerson } from '../../shared/me/ignored.ts';

export interface CardActionControlProps {
  readonly action: CardAction;
  /** The room in which the card was opened. */
  readonly room: string;
  readonly username: string;
  readonly onDone: () => void;
}

/** The control for one action of a person's card, from the feature it belongs to. */
export default function CardActionControl({ action, room, username, onDone }: CardActionControlProps) {
  const { t, i18n } = useLingui();
  const [isReporting, setReporting] = useState(false);
  const tell = (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' });
  switch (action) {
    case 'pm':
      return (
        <Link className={buttonClass({ size: 'small' })} to={`/inbox?with=${username}`}>
          <Trans>Message</Trans>
        </Link>
      );
    case 'friend':
      return (
        <Button
          size="small"
          icon="user-plus"
          onClick={() =>
            void askFriend(username).then(() => {
              showToast({ content: t`Your request is on its way.`, appearance: 'success' });
              onDone();
            }, tell)
          }
        >
          <Trans>Add friend</Trans>
        </Button>
      );
    case 'ignore':
      return (
        <Button
          size="small"
          icon="eye-slash"
          onClick={() =>
            void ignorePerson(username, true).then(() => {
              showToast({ content: t`You will not see messages from ${username}.`, appearance: 'success' });
              onDone();
            }, tell)
          }
        >
          <Trans>Ignore</Trans>
        </Button>
      );
    case 'report':
      return (
        <>
          <Button size="small" icon="flag" onClick={() => setReporting(true)}>
            <Trans>Report</Trans>
          </Button>
          {isReporting && (
            <ReportDialog target={{ kind: 'profile', id: username }} onClose={() => setReporting(false)} />
          )}
        </>
      );
    default:
      return <SanctionControl action={action} room={room} username={username} onDone={onDone} />;
  }
}
