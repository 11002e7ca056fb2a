import { Empty, ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { FriendRow } from './friend-row.tsx';
import { sortedFriends } from './friends-state.ts';
import { readFriends, useFriends } from './friends-store.ts';

/** Friends and requests of the person. */
export function FriendList() {
  const { t } = useLingui();
  const state = useFriends();
  const friends = sortedFriends(state);
  if (state.load === 'failed')
    return <ErrorBox title={<Trans>Your friends did not load</Trans>} onRetry={() => void readFriends()} />;
  if (state.load === 'none')
    return (
      <output className="grid gap-2 p-4" aria-busy="true" aria-label={t`Loading friends`}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="skeleton h-12" />
        ))}
      </output>
    );
  if (friends.length === 0)
    return (
      <Empty title={<Trans>No friends yet</Trans>}>
        <Trans>Add someone by username. Friends can always write to each other.</Trans>
      </Empty>
    );
  return (
    <ul aria-label={t`Friends`}>
      {friends.map((friend) => (
        <FriendRow key={friend.username} friend={friend} />
      ))}
    </ul>
  );
}
