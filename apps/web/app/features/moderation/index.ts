import './moderation.css';

export { NOTE_MAX, NOTE_MIN } from './note-length.ts';
export { timeLeft } from '../../shared/time-left.ts';
export { useNow } from './use-now.ts';
