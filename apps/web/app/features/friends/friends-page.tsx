import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AddFriend } from './add-friend.tsx';
import { FriendList } from './friend-list.tsx';
import './friends.css';

/** The friends page: ask, answer, see who is online. */
export function FriendsPage({ children }: { readonly children?: ReactNode }) {
  return (
    <main id="main" className="friends-page">
      <h1 className="px-4 pt-4">
        <Trans>Friends</Trans>
      </h1>
      <AddFriend />
      <FriendList />
      {children}
    </main>
  );
}
