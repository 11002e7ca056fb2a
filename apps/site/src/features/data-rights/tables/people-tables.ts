import { imageBlob } from '../../direct-messages/index.ts';
import { logoBlob } from '../../fan-club/index.ts';
import { GONE, impersonal, own, passing, through, type TableLines, kept } from './table-line.ts';

/** What people write to each other and what binds them. Others appear by the name that the person sees. */
export const peopleTables: TableLines = {
  account_notes: {
    mine: { ids: ['author_id', 'subject_id'] },
    out: {
      columns: ['subject_id', 'notes', 'updated_at'],
      people: ['subject_id'],
      // Notes that others write about somebody belong to the authors.
      mine: { ids: ['author_id'] },
    },
    end: [GONE],
  },
  conversations: {
    mine: { ids: ['account_id'] },
    out: {
      columns: ['partner_id', 'is_starter', 'is_open', 'unread', 'created_at', 'last_at'],
      people: ['partner_id'],
    },
    end: [GONE],
  },
  desk_notes: {
    mine: { ids: ['account_id'] },
    out: { not: 'is what staff has noted for its own work' },
    end: [GONE],
  },
  direct_messages: {
    mine: { ids: ['sender_id'] },
    out: {
      columns: ['low_id', 'high_id', 'sender_id', 'text', 'tip_tokens', 'created_at', 'read_at'],
      people: ['low_id', 'high_id', 'sender_id'],
      mine: { ids: ['low_id', 'high_id'] },
      only: 'shown messages',
    },
    // What the other has written stays with the other.
    end: [GONE],
  },
  fan_logos: {
    mine: { ids: ['model_id'] },
    out: {
      columns: ['id', 'state', 'created_at'],
      files: ({ id }) => [{ blob: logoBlob(String(id)), as: `pictures/club-${String(id)}.jpg` }],
    },
    end: [GONE],
  },
  fan_post_likes: {
    mine: { ids: ['account_id'] },
    out: { columns: ['post_id', 'liked_at'] },
    end: [GONE],
  },
  fan_post_media: {
    mine: through('post_id', 'fan_posts', 'post_id'),
    out: { columns: ['post_id', 'media_id', 'place'] },
    end: [GONE],
  },
  fan_posts: {
    mine: { ids: ['model_id'] },
    out: { columns: ['level', 'message', 'posted_at', 'likes'] },
    end: [GONE],
  },
  follows: {
    mine: { ids: ['follower_id', 'model_id'] },
    out: {
      columns: ['model_id', 'created_at'],
      people: ['model_id'],
      // Whom others follow is theirs.
      mine: { ids: ['follower_id'] },
    },
    end: [GONE],
  },
  friendships: {
    mine: { ids: ['low_id', 'high_id'] },
    out: {
      columns: ['low_id', 'high_id', 'asker_id', 'status', 'since'],
      people: ['low_id', 'high_id', 'asker_id'],
      only: 'shown requests',
    },
    end: [GONE],
  },
  hidden_people: {
    mine: { ids: ['account_id', 'hidden_id'] },
    out: { columns: ['hidden_id', 'created_at'], people: ['hidden_id'], mine: { ids: ['account_id'] } },
    end: [GONE],
  },
  ignored_people: {
    mine: { ids: ['account_id', 'ignored_id'] },
    out: { columns: ['ignored_id', 'created_at'], people: ['ignored_id'], mine: { ids: ['account_id'] } },
    end: [GONE],
  },
  media: {
    mine: { ids: ['model_id'] },
    out: {
      columns: [
        'media_id',
        'type_id',
        'name',
        'description',
        'token_price',
        'fan_level',
        'tags',
        'status',
        'created_at',
      ],
    },
    end: [GONE],
  },
  media_consents: {
    mine: through('media_id', 'media', 'media_id'),
    out: { columns: ['media_id', 'consent_id'] },
    end: [GONE],
  },
  media_items: {
    mine: { ids: ['model_id'] },
    out: {
      columns: ['file_id', 'media_id', 'type_id', 'file_name', 'size_bytes', 'width', 'height', 'created_at'],
      files: ({ file_id: id, type_id: type }) => {
        const ending = type === 2 ? 'mp4' : 'jpg';
        return [{ blob: `media/${String(id)}.${ending}`, as: `media/${String(id)}.${ending}` }];
      },
    },
    end: [GONE],
  },
  media_loose_files: impersonal('names files that nobody names any more'),
  media_videos: passing({ ids: ['model_id'] }),
  media_playlist_entries: {
    mine: through('playlist_id', 'media_playlists', 'playlist_id'),
    out: { columns: ['playlist_id', 'media_id', 'place'] },
    end: [GONE],
  },
  media_playlists: own(['playlist_id', 'name', 'created_at']),
  media_ratings: own(['media_id', 'stars', 'rated_at']),
  media_upload_parts: passing(through('upload_id', 'media_uploads', 'upload_id')),
  media_uploads: passing({ ids: ['model_id'] }),
  message_broadcast_receivers: passing(),
  message_broadcasts: own(['audience', 'level', 'text', 'created_at']),
  message_pictures: {
    mine: { ids: ['owner_id'] },
    out: {
      columns: ['id', 'partner_id', 'width', 'height', 'size_bytes', 'created_at'],
      people: ['partner_id'],
      files: ({ id }) => [{ blob: imageBlob(String(id)), as: `pictures/sent-${String(id)}.jpg` }],
    },
    end: [GONE],
  },
  message_preferences: own(['sort']),
  model_likes: {
    mine: { ids: ['model_id', 'liker_id'] },
    out: { columns: ['model_id', 'day'], people: ['model_id'], mine: { ids: ['liker_id'] } },
    end: [GONE],
  },
  notices: {
    mine: { ids: ['account_id'] },
    out: { columns: ['kind', 'code', 'params', 'title', 'body', 'url', 'created_at', 'read_at'] },
    // Others' rows about the person are deleted, too.
    end: [GONE, { act: 'gone', only: 'telling' }],
  },
  appeals: own(['about', 'text', 'created_at', 'state', 'decision', 'statement', 'decided_at']),
  complaint_appeals: own(['text', 'created_at', 'state', 'decision', 'statement', 'decided_at']),
  complaint_counters: own(['statement', 'signature', 'address', 'state', 'created_at', 'restore_at']),
  complaint_deeds: {
    mine: { ids: ['by_id'] },
    out: { not: "is the house's own record of what was done with a complaint" },
    end: [kept('shows who decided what of a complaint')],
  },
  complaint_items: {
    mine: { ids: ['owner_id'] },
    out: { columns: ['kind', 'state'] },
    end: [kept('says which files are kept out of reach, and whose they were')],
  },
  case_deeds: {
    mine: { ids: ['by_id'] },
    out: { not: "is the house's own record of what its moderators decided" },
    end: [kept('shows who decided what in a case')],
  },
  reports: {
    mine: { ids: ['reporter_id', 'subject_id', 'assignee_id'] },
    out: {
      columns: ['kind', 'reason', 'text', 'state', 'created_at'],
      // Who reported somebody is never revealed.
      mine: { ids: ['reporter_id'] },
    },
    end: [
      // The decision stays with its reason; the reported content is deleted.
      { act: 'emptied', mine: { ids: ['subject_id'] }, values: { text: '', still: null, evidence: '{}' } },
      {
        act: 'emptied',
        mine: { ids: ['reporter_id'] },
        values: { text: '', still: null, reporter_id: null },
      },
      {
        act: 'emptied',
        mine: { ids: ['assignee_id'] },
        values: { assignee_id: null, assigned_at: null },
      },
      { act: 'renamed', text: ['target'], json: ['evidence'] },
    ],
  },
  saved_searches: own(['name', 'query', 'is_told', 'created_at']),
  support_messages: {
    mine: { through: { column: 'thread_id', table: 'support_threads', to: 'id' } },
    out: { columns: ['thread_id', 'is_staff', 'text', 'at'] },
    end: [GONE],
  },
  support_threads: {
    mine: { ids: ['account_id'], mails: ['email'] },
    out: { columns: ['id', 'number', 'topic', 'email', 'text', 'state', 'created_at'] },
    end: [GONE],
  },
  view_history: {
    mine: { ids: ['account_id', 'model_id'] },
    out: { columns: ['model_id', 'viewed_at'], people: ['model_id'], mine: { ids: ['account_id'] } },
    end: [GONE],
  },
};
