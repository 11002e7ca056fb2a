import { impersonal, own, passing, type TableLines, through, together } from './table-line.ts';

const PAIR = { ids: ['room_id', 'account_id'] };
const VIEWED = { ids: ['room_id', 'viewer_id'] };

/** Shows of all kinds, and what was recorded of them. */
export const showTables: TableLines = {
  camera_viewers: passing({ ids: ['viewer_id'] }),
  cameras: passing({ ids: ['owner_id'] }),
  co_show_rooms: passing(),
  co_shows: together(
    { ids: ['from_id', 'to_id'] },
    {
      columns: ['from_id', 'to_id', 'state', 'asked_at', 'started_at', 'closed_at', 'reason'],
      people: ['from_id', 'to_id'],
    },
  ),
  group_members: together(
    { ids: ['account_id'] },
    { columns: ['show_id', 'state', 'joined_at', 'left_at', 'reason', 'duration_seconds', 'tokens_charged'] },
  ),
  group_shows: together(
    { ids: ['room_id'] },
    { columns: ['show_id', 'state', 'price', 'offered_at', 'started_at', 'ended_at', 'reason'] },
  ),
  private_discounts: {
    mine: { ids: ['room_id'] },
    out: { columns: ['rate', 'until'] },
    end: [{ act: 'gone' }],
  },
  private_extensions: {
    out: { not: 'names the call by which a show was made longer' },
    end: [{ act: 'impersonal', why: 'seconds of a show' }],
  },
  private_hours_due: passing({ ids: ['room_id'] }),
  private_line: passing(PAIR),
  private_pings: passing({ ids: ['from_id', 'to_id'] }),
  privates: together(
    { ids: ['room_id', 'payer_id'] },
    {
      columns: [
        'room_id',
        'payer_id',
        'state',
        'type',
        'price',
        'message',
        'reason',
        'asked_at',
        'started_at',
        'ended_at',
        'duration_seconds',
        'tokens_charged',
        'tokens_returned',
        'payer_is_fan',
      ],
      people: ['room_id', 'payer_id'],
    },
    { message: '' },
  ),
  recording_pieces: impersonal('what of a recording is there while it runs; it goes with the recording'),
  recording_runs: impersonal('what of a recording is still to come; it goes with the recording'),
  recordings: {
    mine: { ids: ['account_id'] },
    out: {
      columns: [
        'id',
        'kind',
        'state',
        'started_at',
        'duration_ms',
        'size_bytes',
        'clip_seconds',
        'video_blob',
        'poster_blob',
      ],
      files: ({ id, video_blob: video, poster_blob: poster }) =>
        [
          { blob: video, as: `recordings/${String(id)}.mp4` },
          { blob: poster, as: `recordings/${String(id)}.jpg` },
        ].flatMap(({ blob, as }) => (typeof blob === 'string' ? [{ blob, as }] : [])),
    },
    end: [{ act: 'gone' }],
  },
  scheduled_streams: own([
    'title',
    'kind',
    'first_date',
    'starts_time',
    'duration_minutes',
    'time_zone',
    'is_weekly',
  ]),
  canceled_stream_dates: {
    mine: through('stream_id', 'scheduled_streams', 'stream_id'),
    out: { columns: ['stream_id', 'date'] },
    end: [{ act: 'gone' }],
  },
  sharecams: together(
    VIEWED,
    {
      columns: ['room_id', 'viewer_id', 'state', 'reason', 'asked_at', 'accepted_at', 'ended_at'],
      people: ['room_id', 'viewer_id'],
    },
    { login: null },
  ),
  show_meters: together(
    { ids: ['payer_id', 'receiver_id'] },
    {
      columns: [
        'show_id',
        'kind',
        'payer_id',
        'receiver_id',
        'price',
        'delivered_ms',
        'final_tokens',
        'closed_at',
      ],
      people: ['payer_id', 'receiver_id'],
    },
  ),
  show_places: passing(PAIR),
  spies: together(PAIR, {
    columns: [
      'room_id',
      'account_id',
      'state',
      'is_free',
      'reason',
      'began_at',
      'ended_at',
      'duration_seconds',
      'tokens_charged',
    ],
    people: ['room_id', 'account_id'],
  }),
  spy_previews: passing({ ids: ['viewer_id', 'model_id'] }),
  stream_reminders: own(['stream_id', 'country', 'state', 'asked_at']),
  ticket_recordings: together(
    { ids: ['account_id'] },
    { columns: ['show_id', 'state', 'price', 'bought_at', 'settled_at'] },
  ),
  ticket_shows: together(
    { ids: ['room_id'] },
    {
      columns: [
        'show_id',
        'state',
        'ticket_price',
        'recording_price',
        'message',
        'starts_at',
        'sold',
        'started_at',
        'ended_at',
      ],
    },
    { message: '' },
  ),
  tickets: together(
    { ids: ['account_id'] },
    {
      columns: ['show_id', 'state', 'price', 'bought_at', 'joined_at', 'watched_ms', 'outcome', 'settled_at'],
    },
  ),
  told_reminders: passing(),
  voyeur_cameras: passing({ ids: ['room_id'] }),
  voyeur_houses: { mine: { ids: ['room_id'] }, out: { columns: ['home'] }, end: [{ act: 'gone' }] },
  voyeur_looks: {
    mine: VIEWED,
    out: {
      columns: ['room_id', 'day', 'seconds'],
      people: ['room_id'],
      mine: { ids: ['viewer_id'] },
    },
    end: [{ act: 'gone' }],
  },
  voyeur_purchases: {
    out: { not: 'joins a purchase with its time' },
    end: [{ act: 'impersonal', why: 'two numbers' }],
  },
  voyeur_times: together(
    VIEWED,
    {
      columns: [
        'room_id',
        'viewer_id',
        'state',
        'seconds',
        'reason',
        'began_at',
        'ended_at',
        'tokens_charged',
      ],
      people: ['room_id', 'viewer_id'],
    },
    { sessions: '{}' },
  ),
  voyeur_turns: together(VIEWED, {
    columns: ['room_id', 'viewer_id', 'camera', 'tokens', 'state', 'asked_at', 'ended_at', 'tokens_charged'],
    people: ['room_id', 'viewer_id'],
  }),
  watches: together(
    { ids: ['room_id', 'payer_id'] },
    {
      columns: ['room_id', 'payer_id', 'title', 'state', 'at', 'ended_at'],
      people: ['room_id', 'payer_id'],
    },
    { title: '' },
  ),
};
