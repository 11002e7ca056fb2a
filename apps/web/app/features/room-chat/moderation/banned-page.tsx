import type { Room } from '@klieg/contract';
import { buttonClass, Empty } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMe } from '#app/shared/me/me-store.ts';
import { UnbanForm } from './unban-form.tsx';

/** What somebody sees of a room that has put them out: why, how to ask, and where else to go. */
export function BannedPage({ user }: Pick<Room, 'user'>) {
  const isMember = useMe().kind === 'member';
  return (
    <main id="main" className="page-narrow grid gap-6">
      <Empty
        title={<Trans>You have been banned from this room.</Trans>}
        action={
          <Link className={buttonClass({ kind: 'line' })} to="/">
            <Trans>Other rooms</Trans>
          </Link>
        }
      >
        <Trans>{user.displayName} or a moderator of the room decided this.</Trans>
      </Empty>
      {isMember && <UnbanForm room={user.username} />}
    </main>
  );
}
