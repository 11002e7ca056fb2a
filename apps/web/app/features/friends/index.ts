export { AddFriend } from './add-friend.tsx';
export { FriendList } from './friend-list.tsx';
export { FriendsPage } from './friends-page.tsx';
export { waitingCount } from './friends-state.ts';
export { askFriend, useFriends } from './friends-store.ts';
