export { renderApiPage } from './api-page.ts';
export { addressOf, paramsOf } from './api-path.ts';
export { answerError, invalidInput } from './error-answer.ts';
export { instantCursor } from './instant-cursor.ts';
export { bodyOf } from './file-answer.ts';
export { servePlanned } from './planned-calls.ts';
export { makeRefusalOfUnknown } from './unknown-route.ts';
export { uuidCursor } from './uuid-cursor.ts';
export { leadTo } from './lead-to.ts';
