import { formatCount } from '@klieg/i18n';
import { Avatar, buttonClass, Empty, Icon } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { CardListPage } from './card-list-page.tsx';

type Likes = Answer<'listLikes'>;

function Winners({ winners }: { readonly winners: Likes['past_winners'] }) {
  if (winners.length === 0) return null;
  return (
    <section className="browse-block mt-5">
      <div className="section-head">
        <h2>
          <Trans>Winners of past weeks</Trans>
        </h2>
      </div>
      <ul>
        {winners.map(({ week, user, likes }) => (
          <li key={week}>
            <Link className="list-row" to={`/${user.username}`}>
              <Avatar src={user.avatarUrl} name={user.displayName} />
              <span className="strong grow truncate">{user.displayName}</span>
              <span className="small text-ink-3">{week}</span>
              <span className="figure">
                <Plural value={likes} one="# like" other="# likes" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NoLikes = ({ week }: Pick<MostLikedPageProps, 'week'>) =>
  week === 'last' ? (
    <Trans>Nobody liked you last week.</Trans>
  ) : (
    <Trans>Nobody has liked you this week yet.</Trans>
  );

/** The place of the performer who is looking; its line exists from the start, so that nothing moves when it loads. */
function OwnPlace({ week }: { readonly week: MostLikedPageProps['week'] }) {
  const { i18n } = useLingui();
  const isModel = useMember()?.user.type === 'model';
  const { state } = useLoaded(`${week} ${isModel}`, async (signal) =>
    isModel ? lateApi.listLikes({ query: { week }, signal }) : undefined,
  );
  const own = state.kind === 'ready' ? state.value : undefined;
  const place = own?.user_position;
  const likes = own?.user_like_count ?? 0;
  if (!isModel) return null;
  return (
    <output className="mb-3 block min-h-6 text-ink-2">
      {state.kind === 'failed' && <Trans>Your own place did not load.</Trans>}
      {own &&
        (place ? (
          <Trans>
            You are in place <b className="figure text-ink">{formatCount(place, i18n.locale)}</b> with{' '}
            <Plural value={likes} one="# like" other={`${formatCount(likes, i18n.locale)} likes`} />.
          </Trans>
        ) : (
          <NoLikes week={week} />
        ))}
    </output>
  );
}

export interface MostLikedPageProps {
  readonly week: 'current' | 'last';
  readonly likes: Likes;
}

/** The most liked performers of a week, and who won before. */
export function MostLikedPage({ week, likes }: MostLikedPageProps) {
  const { t, i18n } = useLingui();
  const placed = new Map(likes.leaderboard.map((place) => [place.user.username, place]));
  return (
    <CardListPage
      title={<Trans>Most liked</Trans>}
      tools={
        <nav className="tabs" aria-label={t`Week`}>
          <Link className="tab" to="/most-liked" aria-current={week === 'current' ? 'page' : undefined}>
            <Trans>This week</Trans>
          </Link>
          <Link
            className="tab"
            to="/most-liked?week=last"
            aria-current={week === 'last' ? 'page' : undefined}
          >
            <Trans>Last week</Trans>
          </Link>
        </nav>
      }
      intro={<OwnPlace week={week} />}
      cards={likes.leaderboard.map(({ user }) => user)}
      stripFor={({ username }) => {
        const place = placed.get(username);
        return (
          place && (
            <>
              <span className="figure grow">{t`Place ${place.rank}`}</span>
              <span className="viewers">
                <Icon name="heart-fill" size={14} />
                {formatCount(place.likes, i18n.locale)}
              </span>
            </>
          )
        );
      }}
      empty={
        <Empty
          title={
            week === 'last' ? (
              <Trans>Nobody was liked last week</Trans>
            ) : (
              <Trans>No likes this week yet</Trans>
            )
          }
          action={
            <Link className={buttonClass({ size: 'small' })} to="/">
              <Trans>See who is live</Trans>
            </Link>
          }
        >
          <Trans>Five likes a day, one per performer. The week begins on Monday.</Trans>
        </Empty>
      }
      foot={<Winners winners={likes.past_winners} />}
    />
  );
}
