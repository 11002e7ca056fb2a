export { ClubLevels } from './club-levels.tsx';
export { FAN_LEVELS, LEVEL_NAMES, levelNamed } from './level-words.tsx';
