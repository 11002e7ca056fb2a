export { composeContentPages } from './compose.ts';
export { complaintFiled } from './complaint-facts.ts';
export { afterBusinessDays, complaintDueMs } from './complaint-rules.ts';
export { composeContentDesk } from './compose-desk.ts';
export { type Operator, operatorEnvironment, operatorOf } from './operator-settings.ts';
export { renderMarkdown } from './texts/render-markdown.ts';
export type { ContentTexts } from './present-texts.ts';
export { makePressStore } from './press/press-store.ts';
export type { ReadPress } from './press/press.http.ts';
