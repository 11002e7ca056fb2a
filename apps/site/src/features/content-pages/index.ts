export { composeContentPages } from './compose.ts';
export { type Operator, operatorEnvironment, operatorOf } from './operator-settings.ts';
export type { ContentTexts } from './present-texts.ts';
