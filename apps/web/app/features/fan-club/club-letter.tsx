import type { Payload } from '@klieg/contract';
import { buttonClass, Notice } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useClubMessages } from '../../shared/me/club-messages.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

type Letter = Payload<'v3.fans.direct_message'>;

/** The newest message to members that came while this page is open, until all of them are read somewhere. */
function useLetter(): Letter | undefined {
  const lobby = usePageRealtime()?.lobby;
  const [letter, setLetter] = useState<Letter>();
  useEffect(() => {
    if (!lobby) return undefined;
    const ends = [
      lobby.on('v3.fans.direct_message', (told) =>
        // An earlier one that is sent again is not the newest.
        setLetter((known) => (known && known.at > told.at ? known : told)),
      ),
      lobby.on('v3.xfollow.direct_message.new_notification', ({ unread }) => {
        if (unread === 0) setLetter(undefined);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [lobby]);
  return letter;
}

/**
 * What performers have written to the members of their clubs and is unread, with the way to it: the newest while this
 * page is open, else how many. They are read in the inbox, whose sign has no count here (FANCLUB-013).
 */
export function ClubLetter() {
  const letter = useLetter();
  const { unread, from } = useClubMessages();
  if (!letter && unread === 0) return null;
  const name = letter?.from ?? from;
  const count = (
    <Plural value={unread} one="# message to members is unread" other="# messages to members are unread" />
  );
  return (
    <Notice
      tone="info"
      title={letter ? <Trans>{name} wrote to the members</Trans> : count}
      action={
        <Link className={buttonClass({ size: 'small' })} to={name ? `/inbox?with=${name}` : '/inbox'}>
          {letter || unread === 1 ? <Trans>Open the message</Trans> : <Trans>Open the newest</Trans>}
        </Link>
      }
    >
      {letter && (
        <>
          {letter.message}
          {unread > 1 && <span className="small block text-ink-2">{count}</span>}
        </>
      )}
    </Notice>
  );
}
