import type { NoticeTexts } from './notice-text.ts';

export const english: NoticeTexts = {
  follower_new: { title: 'New follower', body: '{username} follows you' },
  follower_nameless: { title: 'New follower', body: 'Somebody follows you' },
  friend_asked: { title: '{name} wants to be friends', body: '' },
  pm_new: { title: '{name} wrote to you', body: '{text}' },
  rating_note: { title: 'A note with a rating', body: '{text}' },
  stream_soon: { title: '{name} is live soon', body: '{title}' },
  model_live: { title: '{name} is live', body: '' },
  search_live: { title: '{name} is live', body: 'Found by your search “{search}”' },
  support_answered: { title: 'Support has answered', body: 'Your request {number} has an answer' },
  recording_disk_full: {
    title: 'Recording stopped',
    body: 'The disk is full, so recording has stopped. Your broadcast goes on, and what was recorded is kept.',
  },
  recording_disk_slow: {
    title: 'Recording stopped',
    body: 'The disk is too slow, so recording has stopped. Your broadcast goes on, and what was recorded is kept.',
  },
  recording_disk_failed: {
    title: 'Recording stopped',
    body: 'The disk failed, so recording has stopped. Your broadcast goes on.',
  },
  recording_unreadable: {
    title: 'Recording stopped',
    body: 'A recording could not be finished. Support can look into it.',
  },
  avatar_approved: { title: 'Your picture is shown', body: 'Staff has looked at it' },
  avatar_rejected: { title: 'Your picture was not taken', body: '{note}' },
  profile_approved: { title: 'Your profile is shown', body: 'Staff has read the change' },
  profile_rejected: { title: 'A change of your profile was not taken', body: '{note}' },
  model_approved: { title: 'You are approved', body: 'You can go live now' },
  model_rejected: { title: 'Something has to be sent again', body: '{note}' },
  model_expired: { title: 'Your document has expired', body: 'Send a new one to go live again' },
  identity_approved: { title: 'You are verified', body: 'Your documents were checked' },
  identity_rejected: { title: 'You could not be verified', body: '{note}' },
  house_warning: { title: 'A warning from our team', body: '{text}' },
  appeal_upheld: { title: 'Your appeal was read: the decision stays', body: '{text}' },
  appeal_overturned: { title: 'Your appeal was granted', body: '{text}' },
  unban_asked: { title: 'Unban request', body: '{username} asks to come back' },
  unban_granted: { title: 'You may come back', body: '{username} has lifted your ban' },
  unban_declined: { title: 'Your ban stays', body: '{username} has declined your request' },
};
