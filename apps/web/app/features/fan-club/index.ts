export { JoinClubLink } from './join-club-link.tsx';
