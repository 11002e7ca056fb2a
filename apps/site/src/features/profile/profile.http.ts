import { type callsByFeature, type CurrentUser, type Profile, type Review } from '@klieg/contract';
import { CANADA_PROVINCES, COUNTRY_CODES, US_STATES } from '@klieg/contract/features/profile/places';
import { toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import { type Account, type AccountStore, isModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { avatarUrl } from './avatar-store.ts';
import type { Decision } from './decide-review.ts';
import type { FurtherReviews } from './further-reviews.ts';
import type { Avatars } from './keep-avatar.ts';
import type { Details, ProfileStore } from './profile-store.ts';
import type { KeptReview, ReviewStore } from './review-store.ts';
import type { SaveProfile } from './save-profile.ts';

type Call = (typeof callsByFeature)['profile'];

interface Deps {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly avatars: Pick<Avatars, 'replace' | 'remove'>;
  readonly store: Pick<ProfileStore, 'findDetails'>;
  readonly reviews: ReviewStore;
  readonly saveProfile: SaveProfile;
  readonly decide: (id: Uuid, decision: Decision, caller: SiteCaller) => Promise<'approved' | 'rejected'>;
  /** In the order in which they are asked. */
  readonly further: readonly FurtherReviews[];
  readonly currentUser: (caller: SiteCaller) => Promise<CurrentUser>;
}

const presentProfile = (account: Account, details: Details): Profile => ({
  display_name: account.displayName,
  gender: account.gender,
  locale: account.settings.locale,
  about: account.about,
  languages: [...account.languages],
  tags: [...account.tags],
  region: account.region,
  // Of a viewer it is where the account was made, which is nothing that they say of themselves.
  country_code: isModel(account) ? account.countryCode : null,
  show_age: account.showAge,
  display_age: account.displayAge,
  ...details,
});

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

function presentReview(review: KeptReview, owner: Account): Review {
  const isAvatar = review.kind === 'avatar';
  const current: Readonly<Record<string, unknown>> = {
    display_name: owner.displayName,
    about: owner.about,
    tags: owner.tags,
  };
  return {
    id: review.id,
    kind: review.kind,
    user: { username: owner.username, displayName: owner.displayName },
    submitted_at: toInstant(review.submittedAt),
    payload: {
      picture_url: isAvatar ? avatarUrl(textOf(review.payload['picture'])) : null,
      current_url: isAvatar ? owner.avatarUrl : null,
      fields: isAvatar
        ? []
        : Object.entries(review.payload).map(([field, wanted]) => ({
            field,
            current: textOf(current[field]),
            wanted: textOf(wanted),
          })),
      case: null,
    },
    first_decision: null,
    due_at: toInstant(review.submittedAt.getTime() + DAY_MS),
  };
}

/** Somebody's pending reviews; features not yet built have none. */
const presentPending = (
  { complianceStatus, settings, type }: Account,
  { waiting, rejected }: { readonly waiting: number; readonly rejected: number },
) => ({
  aj_media_rejected: rejected,
  cc_verification: { state: CARD_STATES[complianceStatus] },
  custom_media: waiting,
  dickrating_requests: 0,
  snapchat_sale: 0,
  streaming_partners: {
    state:
      type === 'model' && settings.streaming_partners_enabled ? ('approved' as const) : ('none' as const),
  },
});

const CARD_STATES = {
  none: 'none',
  approved: 'none',
  pending: 'pending',
  rejected: 'failed',
  expired: 'failed',
} as const;

/** Countries by their English names, in that order. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  );
})();

/** Profiles, own pictures, and their reviews by staff. */
export function makeProfileHandlers(deps: Deps): Handlers<Call, SiteCaller> {
  return {
    getGeoLists: () => ({
      canada_provinces: [...CANADA_PROVINCES],
      us_states: [...US_STATES],
      countries: COUNTRIES,
    }),
    async getPending(_input, { caller }) {
      const account = caller.account!;
      const [open, ...others] = await Promise.all([
        deps.reviews.countOpen(account.id),
        ...deps.further.flatMap((other) => other.countOwn?.(account.id) ?? []),
      ]);
      return presentPending(account, {
        waiting: others.reduce((sum, { waiting }) => sum + waiting, open),
        rejected: others.reduce((sum, { rejected }) => sum + rejected, 0),
      });
    },
    async getProfile(_input, { caller }) {
      const account = caller.account!;
      const [details, texts, picture] = await Promise.all([
        deps.store.findDetails(account.id),
        deps.reviews.findOpen(account.id, 'profile'),
        deps.reviews.findOpen(account.id, 'avatar'),
      ]);
      return {
        profile: presentProfile(account, details),
        pending: {
          ...(texts?.payload as Record<string, string | string[]> | undefined),
          ...(picture && { avatar: avatarUrl(textOf(picture.payload['picture'])) }),
        },
      };
    },
    async saveProfile({ body }, { caller }) {
      const account = await deps.saveProfile(caller.account!, body);
      return { status: 1, user: (await deps.currentUser({ ...caller, account })).user };
    },
    async uploadAvatar({ file }, { caller }) {
      const { shownUrl, isReviewed } = await deps.avatars.replace(caller.account!, file.read());
      const message = isReviewed ? 'Your picture is being reviewed.' : '';
      return { status: 1, user: { avatar: shownUrl }, message };
    },
    async deleteAvatar(_input, { caller }) {
      await deps.avatars.remove(caller.account!);
      return { status: 1, user: { avatar: null } };
    },
    async listReviews({ query }, { caller }) {
      const { kind, limit } = query;
      const after = uuidCursor(query.cursor);
      const nextOf = (list: readonly { readonly id: string }[]) =>
        list.length === limit ? list.at(-1)!.id : null;
      const other = deps.further.find(({ kinds }) => kinds.includes(kind));
      if (other) {
        const items = await other.list(kind, after, limit, caller);
        return { items, next_cursor: nextOf(items) };
      }
      const found = await deps.reviews.listOpen(kind as KeptReview['kind'], after, limit);
      const owners = await deps.accounts.listByIds(found.map(({ accountId }) => accountId));
      return {
        items: found.flatMap((review) => {
          const owner = owners.find(({ id }) => id === review.accountId);
          return owner ? [presentReview(review, owner)] : [];
        }),
        next_cursor: nextOf(found),
      };
    },
    async decideReview({ params, body }, { caller }) {
      const id = params.id as Uuid;
      for (const other of deps.further) {
        const state = await other.decide(id, body, caller);
        if (state) return { status: 1, state };
      }
      return { status: 1, state: await deps.decide(id, body, caller) };
    },
  };
}
