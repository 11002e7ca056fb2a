export { type FriendDesk, makeFriendDesk } from './friend-desk.ts';
export { type FriendStore, makeFriendStore } from './friend-store.ts';
export { makeFriendsHandlers } from './friends.http.ts';
export { makeOnlineBoard } from './online-board.ts';
