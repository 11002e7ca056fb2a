export { Papers } from './papers.tsx';
export { PictureField, usePictureChoice } from './picture-choice.tsx';
export { readTags } from './read-tags.ts';
