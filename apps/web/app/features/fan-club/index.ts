export { JoinClubLink } from './join-club-link.tsx';
export { LEVEL_NAMES, LevelName } from './level-words.tsx';
