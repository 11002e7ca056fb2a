import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent by group shows. */
export const groupShowsEvents = events({
  /**
   * The offer, the number of people, the countdown or the start. max_people, starts_at and few_until are absent when
   * there is none. Only the person who joined or left gets `is_in`.
   */
  'v3.group.update': {
    id: 2800,
    since: 4,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room', 'account'],
    ids: [],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      status: f.oneOf('open', 'counting', 'running'),
      cost_per_minute: f.tok(),
      min_people: f.int(),
      max_people: f.optional(f.int()),
      late_joiners: f.bool(),
      if_few: f.oneOf('goes_on', 'ends'),
      waits_until: f.ms(),
      starts_at: f.optional(f.ms()),
      few_until: f.optional(f.ms()),
      joined: f.int(0),
      is_in: f.optional(f.bool()),
    },
  },
  /** Immediately at the end: mode public. v3.group.result tells each person what they paid. */
  'v3.group.end': {
    id: 2801,
    since: 4,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: [],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      reason: f.oneOf('model_ended', 'unpublish', 'too_few', 'time_over', 'removed', 'canceled', 'closed'),
    },
  },
  /**
   * To each person inside: own seconds, charge and remaining time. To the streamer: seconds since the start, total
   * charged, people inside and earnings.
   */
  'v3.group.tick': {
    id: 2802,
    since: 4,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: [],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      seconds: f.seconds(),
      tokens_charged: f.tok(),
      remaining_seconds: f.optional(f.seconds()),
      people: f.optional(f.int(0)),
      tokens_earned: f.optional(f.tok()),
    },
  },
  /** How one's own time in a show, or one's place in its list, ended. */
  'v3.group.result': {
    id: 2803,
    since: 4,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: [],
    fields: {
      seq: f.int(),
      show_id: f.id(),
      username: f.name(),
      reason: f.oneOf(
        'left',
        'no_tokens',
        'no_picture',
        'removed',
        'model_ended',
        'unpublish',
        'too_few',
        'time_over',
      ),
      seconds: f.seconds(),
      tokens_charged: f.tok(),
      can_rate: f.bool(),
    },
  },
});
