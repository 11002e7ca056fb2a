import type { CurrentUser } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import type { Account, IdentityFeature, MePart } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { SessionsFeature, SiteCaller } from '../sessions/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { makeAvatarStore } from './avatar-store.ts';
import { makeDecideReview } from './decide-review.ts';
import type { FurtherReviews } from './further-reviews.ts';
import { makeAvatars } from './keep-avatar.ts';
import { makeProfileHandlers } from './profile.http.ts';
import { makeProfileStore, NO_DETAILS } from './profile-store.ts';
import { makeReviewStore } from './review-store.ts';
import { makeSaveProfile } from './save-profile.ts';
import { serveReviewedPictures } from './serve-pictures.ts';
import { makeStoredPictures } from './stored-pictures.ts';

/** The page of a person, and what it says about them. */
const PAGE = /^\/([A-Za-z0-9_-]{3,30})(?:\/bio)?\/?$/u;

export type ProfileFeature = ReturnType<typeof composeProfile>;

interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly settings: Pick<SettingsFeature, 'saveSettings'>;
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly blobs: BlobStore;
  readonly newPictures: () => Pictures;
  readonly compliance: Pick<ComplianceFeature, 'terms'>;
}

/** What people say and show of themselves, and what staff looks at before others see it. */
export function composeProfile({ database, logged }: Pick<Kit, 'database' | 'logged'>, uses: Uses) {
  const { blobs } = uses;
  const { accounts } = uses.identity;
  const avatars = makeAvatarStore(database);
  const reviews = makeReviewStore(database);
  const store = makeProfileStore(database);
  const pictures = makeAvatars({
    database,
    avatars,
    reviews,
    blobs,
    pictures: uses.newPictures(),
    readAvatar: async ({ id }, within) => (await accounts.findById(id, within))?.avatarUrl ?? null,
    onFailure: logged('an own picture could not be kept or removed'),
  });
  const decide = makeDecideReview({
    database,
    reviews,
    avatars,
    store,
    accounts,
    auditLog: uses.audit.auditLog,
    notifyWithin: uses.notifications.notifyWithin,
    onDropped: pictures.removeSoon,
  });
  const saveProfile = makeSaveProfile({
    database,
    accounts,
    avatars,
    store,
    reviews,
    isReviewed: uses.compliance.terms.isReviewed,
    isRefused: uses.compliance.terms.refuserOf('profile'),
    saveSettings: uses.settings.saveSettings,
  });
  const mePart: MePart<'socialMedia'> = {
    empty: { socialMedia: NO_DETAILS.socialMedia },
    read: (asks) =>
      Promise.all(
        asks.map(async ({ account }) => ({
          socialMedia: (await store.findDetails(account.id)).socialMedia,
        })),
      ),
  };
  const chores: readonly Chore[] = [
    {
      failure: 'old own pictures could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: pictures.removeLoose,
    },
  ];
  return {
    mePart,
    /** Own pictures, as complaints find them. */
    storedFiles: makeStoredPictures({ kind: 'avatar', folder: 'avatars', page: PAGE, store: avatars }),
    chores,
    /** Where performers say that they come from, as facets for lists: the same as the tag `latin`. */
    async readCardFacets(models: readonly { readonly id: AccountId }[]) {
      const ethnicities = await store.ethnicitiesOf(models.map(({ id }) => id));
      return models.map(({ id }) => {
        const ethnicity = ethnicities.get(id);
        return ethnicity ? [`tag:${ethnicity.replaceAll('_', '-')}` as const] : [];
      });
    },
    /** What only the bio of a performer shows. */
    detailsOf: ({ id }: Pick<Account, 'id'>) => store.findDetails(id),
    routes: (app: FastifyInstance) =>
      serveReviewedPictures(app, {
        folder: 'avatars',
        find: avatars.find,
        blobs,
        resolveCaller: uses.sessions.resolveCaller,
      }),
    serve: (
      currentUser: (caller: SiteCaller) => Promise<CurrentUser>,
      further: readonly FurtherReviews[],
    ) => ({
      handlers: makeProfileHandlers({
        accounts,
        avatars: pictures,
        store,
        reviews,
        saveProfile,
        decide,
        further,
        currentUser,
      }),
    }),
  };
}
