import type { LimitedShow, Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page knows of the room's ticket show, and the events it gets. Loaded with every room, so it is small. */

/** What holds of the show that is announced or runs. */
export interface TicketShowTold {
  readonly id: string;
  readonly isRunning: boolean;
  /** Tokens. */
  readonly price: number;
  /** Tokens for the recording; 0: not sold. */
  readonly recordingPrice: number;
  readonly message: string;
  readonly refundMinutes: number;
  /** Unix milliseconds. */
  readonly startsAt: number | null;
  readonly sold: number;
  /** Canceled at its time where fewer are sold; 0: never. */
  readonly minSold: number;
}

/** What happened to the own ticket. */
export type TicketResult = Payload<'v3.limited.result'>;

export interface TicketPart {
  readonly show: TicketShowTold | null;
  readonly hasTicket: boolean;
  readonly hasRecording: boolean;
  /** Told until it was read. */
  readonly result: TicketResult | null;
  /** The last ended show: earlier messages about it come too late. */
  readonly overId: string | null;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The server's answer to a purchase, or about the show. */
    'page.ticket-show': LimitedShow | null;
    /** What happened to the own ticket, from the visit's socket. */
    'page.ticket-result': TicketResult;
    'page.ticket-result-read': Record<string, never>;
  }
}

export const TICKET_READS = [
  'page.loaded',
  'page.ticket-show',
  'page.ticket-result',
  'page.ticket-result-read',
  'v3.room.snapshot',
  'v3.limited.update',
  'v3.limited.end',
] as const;

const ofAnswer = (show: LimitedShow | null): Pick<TicketPart, 'show' | 'hasTicket' | 'hasRecording'> => ({
  show: show && {
    id: show.show_id,
    isRunning: show.status === 'running',
    price: show.ticket_price,
    recordingPrice: show.recording_price,
    message: show.limited_message,
    refundMinutes: show.refund_joined_minute_before_end,
    startsAt: show.starts_at === null ? null : Date.parse(show.starts_at),
    sold: show.sold,
    minSold: show.min_sold,
  },
  hasTicket: show?.purchased_ticket ?? false,
  hasRecording: show?.purchased_recording ?? false,
});

type Told = Partial<Payload<'v3.limited.update'>>;

/** Absent fields were not sent and stay (W14); another show starts afresh. */
function withTold(part: TicketPart, told: Told | null | undefined): TicketPart {
  if (!told?.show_id || (told.status !== 'selling' && told.status !== 'running'))
    return part.show === null ? part : { ...part, show: null, hasTicket: false, hasRecording: false };
  const known = part.show?.id === told.show_id ? part.show : undefined;
  return {
    ...part,
    show: {
      id: told.show_id,
      isRunning: told.status === 'running',
      price: told.ticket_price ?? known?.price ?? 0,
      recordingPrice: told.recording_price ?? known?.recordingPrice ?? 0,
      message: told.limited_message ?? known?.message ?? '',
      refundMinutes: told.refund_joined_minute_before_end ?? known?.refundMinutes ?? 0,
      startsAt: told.starts_at ?? null,
      sold: told.sold ?? known?.sold ?? 0,
      minSold: told.target ?? known?.minSold ?? 0,
    },
    hasTicket: told.purchased_ticket ?? (known ? part.hasTicket : false),
    hasRecording: told.purchased_recording ?? (known ? part.hasRecording : false),
  };
}

export const startTicketShows = ({ limitedShow }: Room): TicketPart => ({
  ...ofAnswer(limitedShow),
  result: null,
  overId: null,
});

/** What one event changes. */
export function reduceTicketShows(
  part: TicketPart,
  event: RoomEvent<(typeof TICKET_READS)[number]>,
): TicketPart {
  switch (event.name) {
    case 'page.loaded':
      return { ...part, ...ofAnswer(event.payload.limitedShow) };
    case 'page.ticket-show':
      return { ...part, ...ofAnswer(event.payload) };
    case 'page.ticket-result':
      return { ...part, result: event.payload };
    case 'page.ticket-result-read':
      return { ...part, result: null };
    case 'v3.room.snapshot':
      return withTold(part, event.payload.limitedShow as Told | undefined);
    case 'v3.limited.update':
      return event.payload.show_id === part.overId ? part : withTold(part, event.payload);
    case 'v3.limited.end':
      return {
        ...part,
        show: null,
        hasTicket: false,
        hasRecording: false,
        overId: event.payload.show_id,
      };
  }
}
