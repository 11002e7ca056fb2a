export { DocumentCard } from './document-card.tsx';
export { useStepWords } from './step-words.ts';
