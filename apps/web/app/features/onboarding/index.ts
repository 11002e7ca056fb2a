export { useStepWords } from './step-words.ts';
