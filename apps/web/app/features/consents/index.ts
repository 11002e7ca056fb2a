export { useScopeWords } from './scope-words.ts';
