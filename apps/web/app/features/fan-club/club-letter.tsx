import type { Payload } from '@klieg/contract';
import { buttonClass, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

type Letter = Payload<'v3.fans.direct_message'>;

/**
 * The newest message that a performer has written to the members of a club while this page is open, with the way to it.
 */
export function ClubLetter() {
  const lobby = usePageRealtime()?.lobby;
  const [letter, setLetter] = useState<Letter>();
  useEffect(
    () =>
      lobby?.on('v3.fans.direct_message', (told) =>
        // An earlier one that is sent again is not the newest.
        setLetter((known) => (known && known.at > told.at ? known : told)),
      ),
    [lobby],
  );
  if (!letter) return null;
  const name = letter.from;
  return (
    <Notice
      tone="info"
      title={<Trans>{name} wrote to the members</Trans>}
      action={
        <Link className={buttonClass({ size: 'small' })} to={`/inbox?with=${name}`}>
          <Trans>Open the message</Trans>
        </Link>
      }
    >
      {letter.message}
    </Notice>
  );
}
