import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { JoinReason } from '../../shared/modal/modal-map.ts';

/** What the dialog of joining says it is for. */
export const JOIN_TITLES: Readonly<Record<JoinReason, MessageDescriptor>> = {
  tip: msg`Join to send a tip`,
  chat: msg`Join to say hello`,
  follow: msg`Join to follow`,
  purchase: msg`Join to buy tokens`,
  watch: msg`Join to keep watching`,
  private: msg`Join to ask for a private`,
  spy: msg`Join to spy on the private`,
  ticket: msg`Join to buy a ticket`,
  sharecam: msg`Join to share your camera`,
  remind: msg`Join to get a reminder`,
  fan_club: msg`Join to become a fan club member`,
  search: msg`Join to save a search`,
};

/** What the dialog of logging in says it is for. */
export const LOGIN_TITLES: Readonly<Record<JoinReason, MessageDescriptor>> = {
  tip: msg`Log in to send a tip`,
  chat: msg`Log in to say hello`,
  follow: msg`Log in to follow`,
  purchase: msg`Log in to buy tokens`,
  watch: msg`Log in to keep watching`,
  private: msg`Log in to ask for a private`,
  spy: msg`Log in to spy on the private`,
  ticket: msg`Log in to buy a ticket`,
  sharecam: msg`Log in to share your camera`,
  remind: msg`Log in to get a reminder`,
  fan_club: msg`Log in to join the fan club`,
  search: msg`Log in to save a search`,
};
