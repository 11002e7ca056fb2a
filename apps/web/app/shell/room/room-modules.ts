import { menuModule } from '../../features/acts/room-module.tsx';
import { groupShowsModule } from '../../features/group-shows/room-module.tsx';
import { messagesModule } from '../../features/direct-messages/room-module.tsx';
import { liveNowModule, viewedModule } from '../../features/discovery/room-module.tsx';
import { coShowsModule } from '../../features/co-shows/room-module.tsx';
import { fanClubModule } from '../../features/fan-club/room-module.tsx';
import { raidsModule } from '../../features/raids/room-module.tsx';
import { ratingsModule } from '../../features/ratings/room-module.ts';
import { chatModule } from '../../features/room-chat/room-module.tsx';
import { mediaModule } from '../../features/media-library/room-module.ts';
import { goalModule } from '../../features/room-games/room-module.tsx';
import { roomWaysModule } from '../../features/room-ways/room-module.tsx';
import { roomsModule } from '../../features/rooms/room-module.ts';
import { sharecamModule } from '../../features/sharecam/room-module.tsx';
import { scheduleModule } from '../../features/schedule/room-module.tsx';
import { showsModule } from '../../features/shows/room-module.tsx';
import { ticketShowsModule } from '../../features/ticket-shows/room-module.tsx';
import { tipSplitModule } from '../../features/tip-split/room-module.tsx';
import { tipModule } from '../../features/tipping/room-module.ts';
import { voyeurModule } from '../../features/voyeur/room-module.tsx';
import { watchTogetherModule } from '../../features/watch-together/room-module.tsx';
import { makeModuleSet } from '../../shared/room-module/module-set.tsx';
import { highlightModule } from './highlight-module.tsx';
import { personCardModule } from './person-card-module.tsx';
import { reportModule } from './report-module.tsx';

/** What a room page and the studio are made of, one line per module under its key. */
export const roomModules = makeModuleSet({
  room: roomsModule,
  chat: chatModule,
  tips: tipModule,
  tipSplit: tipSplitModule,
  shows: showsModule,
  sharecam: sharecamModule,
  ticketShows: ticketShowsModule,
  groupShows: groupShowsModule,
  coShows: coShowsModule,
  raids: raidsModule,
  schedule: scheduleModule,
  media: mediaModule,
  voyeur: voyeurModule,
  watchTogether: watchTogetherModule,
  goal: goalModule,
  menu: menuModule,
  ratings: ratingsModule,
  messages: messagesModule,
  fanClub: fanClubModule,
  roomWays: roomWaysModule,
  viewed: viewedModule,
  liveNow: liveNowModule,
  personCard: personCardModule,
  highlight: highlightModule,
  report: reportModule,
});
