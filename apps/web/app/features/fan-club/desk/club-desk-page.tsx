import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMember } from '#app/shared/me/me-store.ts';
import { ClubLogo } from './club-logo.tsx';
import { ClubSettings } from './club-settings.tsx';
import { FanList } from './fan-list.tsx';
import { MessageFans } from './message-fans.tsx';
import { OwnPosts } from './own-posts.tsx';
import '../fan-club.css';

/** A performer's own club: its settings, posts, members and messages. */
export function ClubDeskPage() {
  const member = useMember();
  const isOpen = member?.settings.fanclub_enabled ?? false;
  return (
    <main id="main" className="club-desk">
      <header className="fan-club-head">
        <h1 className="grow">
          <Trans>Fan club</Trans>
        </h1>
        {member && isOpen && (
          <Link className={buttonClass({})} to={`/${member.user.username}/fanclub`}>
            <Trans>See its page</Trans>
          </Link>
        )}
      </header>
      {member ? (
        <>
          <ClubSettings settings={member.settings} />
          <ClubLogo name={member.user.display_name} />
          <div className="club-desk-columns">
            {isOpen && <OwnPosts username={member.user.username} />}
            <div>
              <FanList />
              {isOpen && <MessageFans />}
            </div>
          </div>
        </>
      ) : (
        <div className="skeleton m-4 h-40" aria-busy="true" />
      )}
    </main>
  );
}
