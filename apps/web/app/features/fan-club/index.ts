export { JoinClubLink } from './join-club-link.tsx';
export { FAN_LEVELS, LEVEL_NAMES, levelNamed } from './level-words.tsx';
