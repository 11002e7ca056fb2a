export { ContentFrame } from './content-frame.tsx';
