import type { MediaFact } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import { modeOf, type RoomChange, type RoomRow } from '../../rooms/index.ts';
import type { Decided, Effect, Refused } from './broadcast-effects.ts';
import { presentHealth } from '../present-health.ts';
import { decideByFact, decideHouse, isHouse, isLost, offlineChange } from './status-rules.ts';

/*
 * The life of a broadcast (machine 2) as one pure function: a room's state and an event give the room's change and what
 * to do. It reads no clock, and asks nobody for ids or names: both come in.
 */

/** A room that nobody controls is closed after this (machine 2, Disconnect). */
export const UNATTENDED_MS = 5 * 60_000;

/** What a media process reports about one broadcast. */
export type BroadcastFact = Extract<MediaFact, { readonly kind: 'live' | 'gone' | 'health' | 'refused' }>;

/** Fresh values, used only where a new broadcast begins. */
interface NewBroadcast {
  readonly broadcastId: Uuid;
  readonly streamName: string;
  /** The login session that it belongs to. */
  readonly sessionId: string;
}

/** Everything that can happen to a broadcast. */
export type BroadcastInput =
  /** The model goes live on its page, with the browser's camera or with an encoder that is to come (S201). */
  | ({ readonly kind: 'start'; readonly tech: 'obs' | 'webrtc' } & NewBroadcast)
  /** An encoder has shown the model's stream key. */
  | ({ readonly kind: 'join_by_key' } & NewBroadcast)
  /** The model hides its picture or shows it again, under a fresh name (S203). */
  | { readonly kind: 'set_mode'; readonly mode: 'online' | 'standby'; readonly streamName: string }
  /** Viewers must ask for the right again: the stream gets a fresh name. */
  | { readonly kind: 'rotate_name'; readonly streamName: string }
  /** A show of its own begins in the room, under a fresh name known only to its people. */
  | { readonly kind: 'begin_show'; readonly mode: 'private' | 'limited'; readonly streamName: string }
  /** It is over: the room is public again, under a fresh name. One of another kind begun since then continues. */
  | { readonly kind: 'end_show'; readonly mode: 'private' | 'limited'; readonly streamName: string }
  | { readonly kind: 'stop' }
  /** A house starts or stops showing pictures, which are no broadcast of the room. */
  | { readonly kind: 'house'; readonly isOpen: boolean }
  | BroadcastFact
  /** Media delivers the broadcast under this name. */
  | { readonly kind: 'name_told'; readonly broadcastId: Uuid; readonly streamName: string }
  /** The model's last page left during this broadcast, and none came back. */
  | { readonly kind: 'page_left'; readonly broadcastId: Uuid | null }
  /** No page of the model answered when it was asked. */
  | { readonly kind: 'page_silent' }
  /** The wait for a missing picture may be over. */
  | { readonly kind: 'wait_over' }
  /** No page of the model has been there since then (ms since 1970). */
  | { readonly kind: 'unattended'; readonly broadcastId: Uuid; readonly sinceMs: number };

/**
 * Whether the room is closed when its model has no page for long: it has no picture yet, or one from an encoder, which
 * would continue by itself.
 */
export const needsPage = (row: RoomRow): boolean =>
  row.broadcastId !== null && (row.streamingTech === 'obs' || row.status === 'connected');

/** True where media delivers a room's broadcast under another name than the room has. */
export const hasOtherName = ({ broadcastId, streamName }: RoomRow, told: string): boolean =>
  broadcastId !== null && streamName !== null && streamName !== told;

const nothing: Decided = { effects: [] };

/** The end of a broadcast for media, for other features and for what is stored about it here. */
const ending = (broadcastId: Uuid, streamName: string | null): readonly Effect[] => [
  { kind: 'note', fact: 'went_offline', broadcastId },
  { kind: 'command', command: { kind: 'stop', broadcastId } },
  ...(streamName === null ? [] : [{ kind: 'command', command: { kind: 'revoke', streamName } } as const]),
  { kind: 'forget_broadcast', broadcastId },
];

/** The change, its usual effects, then the caller's own effects. */
function changeTo(row: RoomRow, change: RoomChange, then: readonly Effect[] = []): Decided {
  const broadcastId = change.broadcastId === undefined ? row.broadcastId : change.broadcastId;
  const isFirstPicture = change.status === 'online' && row.startedAt === null;
  // Another broadcast replacing one that had a picture ends that one.
  const isEnd =
    row.broadcastId !== null &&
    (change.status === 'offline' || (broadcastId !== row.broadcastId && row.startedAt !== null));
  return {
    change,
    effects: [
      ...(isEnd ? ending(row.broadcastId, row.streamName) : []),
      ...(isFirstPicture && broadcastId ? [{ kind: 'note', fact: 'went_live', broadcastId } as const] : []),
      { kind: 'announce' },
      ...then,
    ],
  };
}

const changeIf = (row: RoomRow, change: RoomChange | undefined): Decided =>
  change ? changeTo(row, change) : nothing;

const rename = (broadcastId: Uuid | null, streamName: string): readonly Effect[] =>
  broadcastId === null ? [] : [{ kind: 'command', command: { kind: 'rename', broadcastId, streamName } }];

/** A publisher came with the name from before, or the command to change it found no publisher. */
const keepName = (row: RoomRow, told: string): readonly Effect[] =>
  hasOtherName(row, told) ? rename(row.broadcastId, row.streamName!) : [];

type Of<Kind extends BroadcastInput['kind']> = Extract<BroadcastInput, { readonly kind: Kind }>;

/**
 * A new broadcast; one whose picture is missing continues unchanged (S205), and so does one that the same login began a
 * moment ago: otherwise a second press would end the picture of the first.
 */
function decideStart(row: RoomRow, input: Omit<Of<'start'>, 'kind'>): Decided | Refused {
  if (row.status !== 'offline' && row.status !== 'connected' && row.status !== 'reconnecting')
    return { refusal: 'broadcast.already_live' };
  const isAgain = row.status === 'connected' && row.sessionId === input.sessionId;
  const isBack = (row.status === 'reconnecting' || isAgain) && row.streamingTech === input.tech;
  if (isBack && row.broadcastId && row.streamName) return nothing;
  return changeTo(row, {
    status: 'connected',
    previousStatus: null,
    broadcastId: input.broadcastId,
    sessionId: input.sessionId,
    streamName: input.streamName,
    streamingTech: input.tech,
    startedAt: null,
    goneAt: null,
  });
}

/** An encoder joins the broadcast that waits for one; the picture of a browser is not taken over by a key. */
function decideJoin(row: RoomRow, input: Of<'join_by_key'>): Decided | Refused {
  const isOpen = row.status !== 'offline' && row.broadcastId !== null && row.streamName !== null;
  return isOpen && row.streamingTech === 'obs' ? nothing : decideStart(row, { ...input, tech: 'obs' });
}

function decideMode(row: RoomRow, { mode, streamName }: Of<'set_mode'>): Decided | Refused {
  if (row.status === mode) return nothing;
  if (isHouse(row) || (row.status !== 'online' && row.status !== 'standby'))
    return { refusal: 'broadcast.not_live' };
  return changeTo(row, { status: mode, streamName }, rename(row.broadcastId, streamName));
}

/** Viewers stay attached while the publisher is away, and would see the picture when it is back. */
const decideName = (row: RoomRow, { streamName }: Of<'rotate_name'>): Decided =>
  !isHouse(row) && (row.status === 'online' || row.status === 'reconnecting')
    ? changeTo(row, { status: row.status, streamName }, rename(row.broadcastId, streamName))
    : nothing;

/** From standby too: the picture is there, and only the public does not see it. */
function decideBeginShow(row: RoomRow, { mode, streamName }: Of<'begin_show'>): Decided | Refused {
  if (isHouse(row) || (row.status !== 'online' && row.status !== 'standby'))
    return { refusal: 'broadcast.not_live' };
  // The recording of a public stream ends before the name changes: nothing of the show is in it.
  const before: readonly Effect[] = row.broadcastId
    ? [
        { kind: 'note', fact: 'show_began', broadcastId: row.broadcastId },
        { kind: 'command', command: { kind: 'record', broadcastId: row.broadcastId, recordingId: null } },
      ]
    : [];
  const then = [...before, ...rename(row.broadcastId, streamName)];
  return changeTo(row, { status: mode, streamName }, then);
}

/** A room whose picture is missing waits on for it, as a public one. */
function decideEndShow(row: RoomRow, { mode, streamName }: Of<'end_show'>): Decided {
  if (modeOf(row) !== mode) return nothing;
  const change: RoomChange =
    row.status === 'reconnecting'
      ? { status: 'reconnecting', previousStatus: 'online', streamName }
      : { status: 'online', streamName };
  const ended: readonly Effect[] = row.broadcastId
    ? [{ kind: 'note', fact: 'show_ended', broadcastId: row.broadcastId }]
    : [];
  return changeTo(row, change, [...rename(row.broadcastId, streamName), ...ended]);
}

function decideLive(row: RoomRow, fact: Of<'live'>): Decided {
  const told: readonly Effect[] = [
    ...keepName(row, fact.streamName),
    { kind: 'forget_refusal' },
    {
      kind: 'delivered',
      broadcastId: row.broadcastId!,
      node: fact.node,
      streamName: fact.streamName,
      ...(fact.recordingId !== undefined && { recordingId: fact.recordingId }),
      ...(fact.pastMinutes !== undefined && { pastMinutes: fact.pastMinutes }),
    },
  ];
  const change = decideByFact(row, fact);
  return change ? changeTo(row, change, told) : { effects: told };
}

function decideGone(row: RoomRow, fact: Of<'gone'>): Decided {
  const change = decideByFact(row, fact);
  if (!change) return nothing;
  // An encoder reconnects by itself, whatever the model's page does.
  const isPageAsked = change.status === 'reconnecting' && row.streamingTech === 'webrtc';
  return changeTo(row, change, isPageAsked ? [{ kind: 'ask_page' }] : []);
}

const decideHealth = (row: RoomRow, fact: Of<'health'>, nowMs: number): Decided => ({
  effects: [
    { kind: 'keep_health', broadcastId: row.broadcastId!, health: fact },
    { kind: 'tell_model', payload: presentHealth(fact, row.streamingTech, nowMs) },
  ],
});

const decideRefused = (row: RoomRow, { code, text }: Of<'refused'>, nowMs: number): Decided => ({
  effects: [
    { kind: 'keep_refusal', refusal: { code, text } },
    {
      kind: 'tell_model',
      payload: { seq: nowMs, status: 'gone', warnings: [code], tech: row.streamingTech },
    },
  ],
});

/** What media says: nothing where the room has gone on to another broadcast since. */
function decideFact(row: RoomRow, fact: BroadcastFact, nowMs: number): Decided {
  if (row.broadcastId !== fact.broadcastId) return nothing;
  switch (fact.kind) {
    case 'live':
      return decideLive(row, fact);
    case 'gone':
      return decideGone(row, fact);
    case 'health':
      return decideHealth(row, fact, nowMs);
    case 'refused':
      return decideRefused(row, fact, nowMs);
  }
}

/** True where the room waits for a picture, the first one or the next. */
export const isWaiting = ({ status }: RoomRow): boolean =>
  status === 'connected' || status === 'reconnecting';

/** Whether the page check or a timeout ends the room. */
function isOver(
  row: RoomRow,
  input: Of<'page_left' | 'page_silent' | 'wait_over' | 'unattended'>,
  nowMs: number,
): boolean {
  switch (input.kind) {
    case 'page_left':
      return row.broadcastId === input.broadcastId && row.streamingTech === 'webrtc' && isWaiting(row);
    case 'page_silent':
      return row.status === 'reconnecting';
    case 'wait_over':
      return isLost(row, nowMs);
    case 'unattended':
      return (
        row.broadcastId === input.broadcastId && needsPage(row) && nowMs - input.sinceMs >= UNATTENDED_MS
      );
  }
}

/** What becomes of a room by something that happened, at a moment in ms since 1970. */
export function decide(row: RoomRow, input: BroadcastInput, nowMs: number): Decided | Refused {
  switch (input.kind) {
    case 'start':
      return decideStart(row, input);
    case 'join_by_key':
      return decideJoin(row, input);
    case 'set_mode':
      return decideMode(row, input);
    case 'rotate_name':
      return decideName(row, input);
    case 'begin_show':
      return decideBeginShow(row, input);
    case 'end_show':
      return decideEndShow(row, input);
    case 'stop':
      // Media may have reported the end first: the publisher leaves while its page says stop.
      return row.status === 'offline' ? nothing : changeTo(row, offlineChange);
    case 'house':
      return changeIf(row, decideHouse(row, input.isOpen));
    case 'live':
    case 'gone':
    case 'health':
    case 'refused':
      return decideFact(row, input, nowMs);
    case 'name_told':
      return row.broadcastId === input.broadcastId ? { effects: keepName(row, input.streamName) } : nothing;
    case 'page_left':
    case 'page_silent':
    case 'wait_over':
    case 'unattended':
      return isOver(row, input, nowMs) ? changeTo(row, offlineChange) : nothing;
  }
}
