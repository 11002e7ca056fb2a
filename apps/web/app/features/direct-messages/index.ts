export { ConversationList } from './conversation-list.tsx';
export { ConversationView, type ConversationTools } from './conversation-view.tsx';
export { sortRooms } from './message-center.ts';
export { unreadTotal } from './messages-state.ts';
export { useMessages } from './use-messages.ts';
