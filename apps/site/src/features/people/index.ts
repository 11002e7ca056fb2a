export { makeFollowerStore } from './follower-store.ts';
export { makeNoteStore } from './note-store.ts';
export { makeGetBio, makePeopleHandlers, type PeopleDeps } from './people.http.ts';
export { makeViewHistoryStore } from './view-history-store.ts';
