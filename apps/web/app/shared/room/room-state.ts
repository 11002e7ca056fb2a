import type { ChatMode, ChatStatus, Room } from '@klieg/contract';
import { readChatStatus } from '../realtime/chat-status.ts';
import { ROOM_STATE_EVENTS } from '../realtime/room-position.ts';
import type { RoomEvent } from '../room-module/room-events.ts';

/** A performer's rank in the fans' vote; absent if not given. */
export interface FanStar {
  readonly rank?: number;
}

/** What the page knows of a room besides its text: state, people, subject, prices. */
export interface RoomState {
  readonly status: ChatStatus;
  readonly mode: ChatMode;
  readonly viewers: number;
  readonly subject: string;
  readonly subjectColor: string | null;
  readonly streamName: string | null;
  /** When the broadcast began, in Unix milliseconds; null if unknown or off air. */
  readonly liveSinceMs: number | null;
  readonly isPasswordRequired: boolean;
  readonly isCardRequired: boolean;
  /** The newest of the room's states that is in this. */
  readonly position: Pick<Room, 'epoch' | 'seq'>;
  readonly followers: number;
  /** Time of the latest follower count; an older one is dropped. */
  readonly followersAt: number;
  /** 0 to 100, and of how many ratings. */
  readonly rating: { readonly average: number; readonly count: number };
  /** The caller's stars of today. */
  readonly ratedToday: number | null;
  /** The price of a ticket to the show that is announced or runs; null without one. */
  readonly ticketTokens: number | null;
  /** A group show is offered or runs. */
  readonly hasGroup: boolean;
  /** Own tokens to this performer in the last hour. */
  readonly recentTips: number;
  /** False where the performer hides the list of viewers. */
  readonly showsViewerList: boolean;
  /** How many minutes viewers of the public stream may go back in it; 0: not at all. */
  readonly pastMinutes: number;
  /** The fans' star; null without one. */
  readonly star: FanStar | null;
  /** How often this person's rights were changed while the page was open. */
  readonly rightsChanges: number;
}

/** The server's answer to somebody who begins to spy on a private. */
export interface SpyTold {
  readonly cost_per_minute: number;
  readonly free: boolean;
  /** Seconds of the free preview; 0 where it is paid. */
  readonly preview_seconds: number;
}

declare module '../room-module/room-events.ts' {
  interface PageEvents {
    /** The room was asked for again, as this person may see it. */
    'page.loaded': Room;
    /** The room's socket was closed, or not opened, for want of the password. */
    'page.password-wanted': Record<string, never>;
    'page.own-tip': { readonly tokens: number };
    'page.followers': { readonly followers: number };
    'page.rated': {
      readonly stars: number;
      readonly ratings: { readonly average: number; readonly count: number };
    };
    /** The server lets this person look into the private, or the person has left it. */
    'page.spying': SpyTold;
    'page.spied': Record<string, never>;
    /** A moderator has changed what this person may do here. */
    'page.rights-changed': Record<string, never>;
  }
}

const MODES: readonly ChatMode[] = ['limited', 'private', 'public', 'spy'];

const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other);
const oneOf = <T extends string>(known: readonly T[], value: unknown, other: T): T =>
  known.find((candidate) => candidate === value) ?? other;

/** The state of a room as its first answer gives it. */
export const roomState = (room: Room): RoomState => ({
  status: room.chat.status,
  mode: room.mode,
  viewers: room.chatUserCount,
  subject: room.chat.subjectText,
  subjectColor: room.chat.subject_color,
  streamName: room.stream.stream_name,
  liveSinceMs: room.user.started_at === null ? null : Date.parse(room.user.started_at),
  isPasswordRequired: room.userSetting.hasCamPassword && !room.viewer.cam_password_ok,
  isCardRequired: room.chat.cc_required,
  position: { epoch: room.epoch, seq: room.seq },
  followers: room.user.follower_count,
  followersAt: 0,
  rating: { average: room.user.ratings.average, count: room.user.ratings.count },
  ratedToday: room.user.ratings.today,
  ticketTokens: room.limitedShow?.ticket_price ?? null,
  hasGroup: room.groupShow !== null,
  recentTips: room.viewer.recentTips,
  showsViewerList: room.userSetting.show_viewer_list,
  pastMinutes: room.userSetting.dvr_minutes,
  star: room.user.flagList.includes('sodastar') ? {} : null,
  rightsChanges: 0,
});

/** An answer overtaken by newer news from the socket. */
const isOlder = (room: Room, { position }: RoomState): boolean =>
  room.epoch === position.epoch ? room.seq < position.seq : room.epoch === '';

/*
 * What the page did or heard itself: an answer that was on its way meanwhile does not take it back. Tips
 * of the last hour and today's stars only grow while a page is open.
 */
const ownNews = (state: RoomState, answered: RoomState): Partial<RoomState> => ({
  rightsChanges: state.rightsChanges,
  recentTips: Math.max(state.recentTips, answered.recentTips),
  ...(answered.ratedToday === null &&
    state.ratedToday !== null && { ratedToday: state.ratedToday, rating: state.rating }),
  ...(state.followersAt > 0 && { followers: state.followers, followersAt: state.followersAt }),
});

/** Personal fields are taken from every answer; the room's own state only from an answer that is not older than it. */
function withAnswer(state: RoomState, room: Room): RoomState {
  const answered = roomState(room);
  const { isPasswordRequired, isCardRequired, ratedToday } = answered;
  const base = isOlder(room, state) ? { ...state, isPasswordRequired, isCardRequired, ratedToday } : answered;
  return { ...base, ...ownNews(state, answered) };
}

/** Absent fields were not sent and stay (W14); unknown values are ignored (W17). */
function withChat(state: RoomState, chat: Readonly<Record<string, unknown>>): RoomState {
  const color = chat['subject_color'];
  const stream = chat['stream_name'];
  const status = readChatStatus(chat['status']) ?? state.status;
  return {
    ...state,
    status,
    // The next broadcast is another one, whose start the next answer contains.
    liveSinceMs: status === 'offline' ? null : state.liveSinceMs,
    subject: textOr(chat['subjectText'] ?? chat['subject'], state.subject),
    subjectColor: color === undefined ? state.subjectColor : textOr(color, null),
    streamName: stream === undefined ? state.streamName : textOr(stream, null),
  };
}

function withSetting(state: RoomState, setting: Readonly<Record<string, unknown>>): RoomState {
  const { show_viewer_list: shows, dvr_minutes: minutes } = setting;
  const showsViewerList = typeof shows === 'boolean' ? shows : state.showsViewerList;
  const pastMinutes = typeof minutes === 'number' ? minutes : state.pastMinutes;
  return showsViewerList === state.showsViewerList && pastMinutes === state.pastMinutes
    ? state
    : { ...state, showsViewerList, pastMinutes };
}

function withStar(state: RoomState, told: Readonly<Record<string, unknown>>): RoomState {
  const { is_sodastar: isStar, rank } = told;
  if (typeof isStar !== 'boolean') return state;
  return { ...state, star: isStar ? (typeof rank === 'number' ? { rank } : {}) : null };
}

/** The ticket show in an event or the room's full state. */
function ticketTokensOf(told: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const isOpen = told?.['status'] === 'selling' || told?.['status'] === 'running';
  const price = told?.['ticket_price'];
  return isOpen && typeof price === 'number' ? price : null;
}

/** The change made by one event; the same state if it does not concern the room. */
export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  const next = reduceEvent(state, event);
  const { seq } = event.payload as { readonly seq?: unknown };
  if (!ROOM_STATE_EVENTS.has(event.name) || typeof seq !== 'number') return next;
  return { ...next, position: { ...next.position, seq } };
}

function reduceEvent(state: RoomState, event: RoomEvent): RoomState {
  switch (event.name) {
    case 'page.loaded':
      return withAnswer(state, event.payload);
    case 'page.password-wanted':
      return { ...state, isPasswordRequired: true, streamName: null };
    case 'v3.room.snapshot': {
      const { chat, mode, spy, user_count: viewers, userSetting, sodastar, epoch, seq } = event.payload;
      return {
        ...withStar(withSetting(withChat(state, chat), userSetting ?? {}), sodastar ?? {}),
        // A free look has no seat in the show.
        mode: spy ? 'spy' : oneOf(MODES, mode, 'public'),
        viewers,
        ticketTokens: ticketTokensOf(event.payload.limitedShow),
        hasGroup: event.payload.groupShow !== undefined,
        position: { epoch, seq },
      };
    }
    case 'v3.limited.update':
      return { ...state, ticketTokens: ticketTokensOf(event.payload) };
    case 'v3.limited.end':
      return { ...state, ticketTokens: null };
    case 'v3.group.update':
      return { ...state, hasGroup: true };
    case 'v3.group.end':
      return { ...state, hasGroup: false };
    case 'v3.chat.sodastar':
      return withStar(state, event.payload);
    case 'v3.chat.update':
      return withChat(state, event.payload);
    case 'v3.authorize.success':
      return event.payload.mode ? { ...state, mode: event.payload.mode } : state;
    case 'v3.chat.model_settings':
      return withSetting(state, event.payload.settings);
    case 'v3.new_follower': {
      const { followers, at } = event.payload;
      if (typeof followers !== 'number' || at < state.followersAt) return state;
      return { ...state, followers, followersAt: at };
    }
    case 'page.followers':
      // From now on a count sent with a time counts as newer.
      return {
        ...state,
        followers: event.payload.followers,
        followersAt: Math.max(1, state.followersAt),
      };
    case 'page.own-tip':
      return { ...state, recentTips: state.recentTips + event.payload.tokens };
    case 'page.rights-changed':
      return { ...state, rightsChanges: state.rightsChanges + 1 };
    case 'page.rated':
      return { ...state, rating: event.payload.ratings, ratedToday: event.payload.stars };
    case 'v3.chat.user_count':
      return { ...state, viewers: event.payload.user_count };
    case 'v3.chat.subject': {
      const { subject, subject_color: color } = event.payload;
      return {
        ...state,
        subject: subject ?? '',
        subjectColor: color === undefined ? state.subjectColor : color,
      };
    }
    default:
      return reduceShow(state, event);
  }
}

/** What privates and spies make of the room for this person (SHOWS-025 to SHOWS-029). */
function reduceShow(state: RoomState, event: RoomEvent): RoomState {
  switch (event.name) {
    // The payer's player connects now, so that paid time begins with a picture.
    case 'v3.preloader.start': {
      const { mode, stream } = event.payload;
      return mode === 'private'
        ? { ...state, mode, streamName: stream?.stream_name ?? state.streamName }
        : state;
    }
    // People in the private are told the payer's name; for all others the mode stays (F5).
    case 'v3.private.started':
      return { ...state, status: 'private', mode: event.payload.username ? 'private' : state.mode };
    // Connected until v3.chat.update gives the real status.
    case 'v3.private.end':
      return { ...state, status: 'connected', mode: 'public' };
    case 'page.spying':
      return { ...state, mode: 'spy' };
    case 'page.spied':
    case 'v3.spy.end':
      return { ...state, mode: 'public' };
    default:
      return state;
  }
}
