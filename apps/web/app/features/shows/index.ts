export { AskPrivateLink } from './ask-private-link.tsx';
export { canAskPrivate } from './show-rules.ts';
export { AskOnce, Cell, Strip, StripWords } from './strip/strip.tsx';
