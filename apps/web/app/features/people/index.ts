export { NoteLine } from './note-line.tsx';
