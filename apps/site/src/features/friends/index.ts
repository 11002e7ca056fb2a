export { composeFriends, type FriendsFeature } from './compose.ts';
export { type FriendStore, makeFriendStore } from './friend-store.ts';
