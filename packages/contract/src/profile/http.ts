import { z } from 'zod';
import { calls, cursorList, instant, ok, page, shape, uuid } from '../call.ts';
import { me } from '../identity/http.ts';
import { modelFields, profile, profileChange } from './fields.ts';
import { mediaEdit } from '../media-library/shapes.ts';
import { onboardingStep, reviewCase } from '../onboarding/cases.ts';
import { AVATAR_BYTES_MAX } from './limits.ts';
import { profileRoutes, profileStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

export const MODEL_PROFILE_KEYS = Object.keys(modelFields);

/** The caller's picture as shown now. */
const shown = { user: shape({ avatar: z.string().nullable() }) };

/** Kinds of reviews so far. */
export const reviewKind = z.enum([
  'avatar',
  'profile',
  'application',
  'identity',
  'consent',
  'media',
  'fan_logo',
]);
export type ReviewKind = z.infer<typeof reviewKind>;

const review = shape({
  id: uuid,
  kind: reviewKind,
  user: shape({ username: z.string(), displayName: z.string() }),
  submitted_at: instant,
  payload: shape({
    /** The picture that waits, and the one that is shown until then. */
    picture_url: z.string().nullable(),
    current_url: z.string().nullable(),
    /** Texts that wait: as they are shown now, and as they would be. */
    fields: z.array(shape({ field: z.string(), current: z.string(), wanted: z.string() })),
    /** What somebody has sent who shows who they are. */
    case: reviewCase.nullable(),
    /** Pictures or a video that a performer wants to sell. */
    media: mediaEdit.optional(),
  }),
  /** Who has already agreed, where two have to. */
  first_decision: shape({ username: z.string(), at: instant }).nullable(),
  due_at: instant,
});
export type Review = z.infer<typeof review>;

const name = z.object({ code: z.string(), name: z.string() });

export const profileCalls = {
  ...calls(profileRoutes, {
    getProfile: {
      who: 'user',
      rate: 'read',
      response: shape({
        profile,
        /** What waits for review, by field; `avatar` is the address of the picture. */
        pending: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      }),
      errors: [],
      ids: ['IDENTITY-017'],
    },
    saveProfile: {
      who: 'user',
      rate: 'write',
      body: profileChange,
      response: ok({ user: me }),
      errors: [
        'settings.not_allowed',
        'identity.display_name_refused',
        'compliance.under_review',
        'compliance.text_refused',
      ],
      ids: ['IDENTITY-017'],
    },
    uploadAvatar: {
      who: 'user',
      rate: 'upload',
      form: { fileBytesMax: AVATAR_BYTES_MAX },
      response: ok({ ...shown, message: z.string() }),
      errors: [
        'common.file_not_image',
        'common.file_format',
        'common.file_blocked',
        'common.file_count',
        'settings.avatar_failed',
      ],
      ids: ['SETTINGS-004', 'SETTINGS-033', 'SETTINGS-034', 'SETTINGS-035'],
    },
    deleteAvatar: {
      who: 'user',
      rate: 'write',
      body: shape({}),
      response: ok(shown),
      errors: [],
      ids: ['SETTINGS-004'],
    },
    getPending: {
      who: 'user',
      rate: 'read',
      query: shape({ ssr: z.enum(['0', '1']).optional() }),
      response: shape({
        aj_media_rejected: z.int(),
        cc_verification: shape({ state: z.enum(['none', 'pending', 'failed']) }),
        /** Own things in review. */
        custom_media: z.int(),
        dickrating_requests: z.int(),
        snapchat_sale: z.int(),
        streaming_partners: shape({ state: z.enum(['none', 'pending', 'approved']) }),
      }),
      errors: [],
      ids: ['SETTINGS-005', 'SETTINGS-028'],
    },
    getGeoLists: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      cacheSeconds: 86_400,
      response: shape({
        canada_provinces: z.array(name),
        us_states: z.array(name),
        countries: z.array(name),
      }),
      errors: [],
      ids: ['IDENTITY-028'],
    },
  }),
  ...calls(profileStaffRoutes, {
    /** Those that wait, the longest waiting first. */
    listReviews: {
      who: 'model_admin',
      rate: 'read',
      query: shape({ ...page('id'), kind: reviewKind }),
      response: cursorList(review),
      errors: [],
      ids: [],
    },
    decideReview: {
      who: 'model_admin',
      rate: 'write',
      params: shape({ id: uuid }),
      body: shape({
        decision: z.enum(['approve', 'reject']),
        reason_code: z.enum(['another_person', 'not_allowed', 'unclear', 'contact', 'other']).optional(),
        /** Told to the person. */
        note: written().min(3).max(500).optional(),
        /** For an application: what must be redone, and why. */
        steps: z
          .array(shape({ step: onboardingStep, reason: written().min(3).max(300) }))
          .max(7)
          .optional(),
      }).refine(({ decision, note }) => decision === 'approve' || note !== undefined, {
        path: ['note'],
        message: 'required',
      }),
      /** `waiting`: for a second person. */
      response: ok({ state: z.enum(['approved', 'rejected', 'waiting']) }),
      errors: ['common.not_found', 'common.not_self', 'common.second_person_needed', 'moderation.stale'],
      ids: ['IDENTITY-024'],
    },
  }),
};
