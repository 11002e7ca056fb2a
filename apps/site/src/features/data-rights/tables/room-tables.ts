import { GONE, own, passing, type TableLines } from './table-line.ts';

const MODERATED = 'names people who were moderated in a room, who are others';

/** A performer's room, and what others may do in it. */
export const roomTables: TableLines = {
  goal_overlays: passing(),
  held_lines: passing({ ids: ['room_id'], names: ['username'] }),
  landing_days: own(['day', 'visits']),
  listed_changes: {
    mine: { ids: ['account_id'] },
    out: { not: 'says which lists have to be made anew' },
    end: [{ act: 'impersonal', why: 'a number and a time' }],
  },
  raid_viewers: passing({ keys: ['person_key'] }),
  raids: {
    mine: { ids: ['from_id', 'to_id'] },
    out: {
      columns: ['from_id', 'to_id', 'state', 'started_at', 'ended_at', 'moved'],
      people: ['from_id', 'to_id'],
    },
    end: [GONE],
  },
  refused_raids: {
    mine: { ids: ['account_id', 'from_id'] },
    out: { columns: ['from_id', 'refused_at'], people: ['from_id'], mine: { ids: ['account_id'] } },
    end: [GONE],
  },
  former_room_apps: {
    mine: { ids: ['room_id'] },
    out: { not: 'is a number by which pages of a former app are known' },
    end: [GONE],
  },
  room_apps: { mine: { ids: ['room_id'] }, out: { columns: ['type', 'config', 'changed_at'] }, end: [GONE] },
  room_leases: passing({ ids: ['room_id'] }),
  room_moderation_log: {
    mine: { ids: ['room_id'] },
    out: { not: MODERATED },
    end: [GONE, { act: 'renamed', text: ['username', 'by_name'] }],
  },
  room_moderators: {
    mine: { ids: ['room_id', 'account_id'] },
    out: {
      columns: ['room_id', 'account_id', 'since', 'expires_at'],
      people: ['room_id', 'account_id'],
    },
    end: [GONE],
  },
  room_password_grants: passing({ ids: ['model_id', 'account_id'] }),
  room_ratings: {
    mine: { ids: ['rater_id', 'model_id'] },
    out: {
      columns: ['model_id', 'day', 'stars', 'comment', 'rated_at'],
      people: ['model_id'],
      // Who gave which stars is theirs.
      mine: { ids: ['rater_id'] },
    },
    end: [GONE],
  },
  room_sanctions: {
    mine: { ids: ['room_id', 'account_id'] },
    out: {
      columns: ['room_id', 'kind', 'reason', 'at', 'until', 'lifted_at'],
      people: ['room_id'],
      mine: { ids: ['account_id'] },
    },
    end: [GONE, { act: 'renamed', text: ['username', 'by_name'] }],
  },
  room_seats: passing({ ids: ['room_id'], keys: ['person_key'] }),
  rooms: own(['subject', 'subject_color', 'last_online_at', 'followers', 'rating_counts', 'banned_words']),
  stream_keys: own(['tail', 'created_at']),
  tip_splits: {
    mine: { ids: ['room_id', 'proposer_id'] },
    out: {
      columns: ['room_id', 'proposer_id', 'state', 'split_amount', 'comment', 'created_at', 'ended_at'],
      people: ['room_id', 'proposer_id'],
    },
    end: [
      { act: 'emptied', values: { comment: null } },
      { act: 'renamed', json: ['parts'] },
    ],
  },
  unban_requests: {
    mine: { ids: ['room_id', 'account_id'] },
    out: {
      columns: ['room_id', 'reason', 'at', 'decided_at', 'is_granted'],
      people: ['room_id'],
      mine: { ids: ['account_id'] },
    },
    end: [GONE, { act: 'renamed', text: ['decided_by'] }],
  },
  week_winners: {
    mine: { ids: ['model_id'] },
    out: { columns: ['week', 'likes'] },
    end: [{ act: 'emptied', values: { model_id: null, likes: 0 } }],
  },
};
