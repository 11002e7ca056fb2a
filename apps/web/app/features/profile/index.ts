export { Papers } from './papers.tsx';
