export { composeDirectMessages, type DirectMessagesFeature } from './compose.ts';
export { imageBlob } from './present-message.ts';
export { makeMessageStore, type MessageStore } from './message-store.ts';
export { directMessagesSettings } from './settings-part.ts';
