import type { UserSummary } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Count, Empty, ErrorBox, LevelShape, Tag, type UserLevel } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMorePages } from '../../shared/use-more-pages.ts';
import './people.css';

const PAGE_SIZE = '60';

function levelOf(person: UserSummary): UserLevel {
  if (person.is_model) return 'model';
  if (person.is_super_vip) return 'super-vip';
  if (person.is_vip) return 'vip';
  return person.has_tokens ? 'has-tokens' : 'member';
}

function Row({ person }: { readonly person: UserSummary }) {
  return (
    <li className="follower-row">
      <LevelShape level={levelOf(person)} />
      <span className="strong grow truncate">{person.username}</span>
      {person.has_tokens && (
        <Tag>
          <Trans>Has tokens</Trans>
        </Tag>
      )}
    </li>
  );
}

/** Who follows the performer, newest first. */
export function FollowersPage() {
  const { t, i18n } = useLingui();
  const [total, setTotal] = useState<number>();
  const read = useCallback(async (cursor: string | undefined, signal: AbortSignal) => {
    const page = await lateApi.listFollowers({
      query: { limit: PAGE_SIZE, ...(cursor && { cursor }) },
      signal,
    });
    setTotal(page.total);
    return page;
  }, []);
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages<UserSummary>(read);
  return (
    <main id="main" className="followers-page">
      <h1 className="flex items-baseline gap-2 px-4 pt-4 pb-2">
        <Trans>Followers</Trans>
        {total !== undefined && <Count>{formatCount(total, i18n.locale)}</Count>}
      </h1>
      {hasFailed && (
        <ErrorBox title={<Trans>The followers did not load</Trans>} onRetry={loadMore}>
          <Trans>Nothing is lost; please try again.</Trans>
        </ErrorBox>
      )}
      {!items && !hasFailed && <div className="skeleton m-4 h-40" aria-busy="true" />}
      {items?.length === 0 && (
        <Empty title={<Trans>Nobody follows you yet</Trans>}>
          <Trans>People who follow you are listed here.</Trans>
        </Empty>
      )}
      {items && items.length > 0 && (
        <ul aria-label={t`Followers`}>
          {items.map((person) => (
            <Row key={person.username} person={person} />
          ))}
        </ul>
      )}
      {hasMore && items && (
        <div className="grid justify-items-center p-4">
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </main>
  );
}
