export { Papers } from './papers.tsx';
export { readTags } from './read-tags.ts';
