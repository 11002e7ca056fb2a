export { makeRecentAcks } from './recent-acks.ts';
export { makeRoomChatHandlers } from './room-chat.http.ts';
export { refuseLine } from './chat-rules.ts';
export { makeSendLine, readChatFacts } from './send-line.ts';
