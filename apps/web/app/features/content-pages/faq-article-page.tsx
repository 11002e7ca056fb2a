import { buttonClass } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { ContentFrame } from './content-frame.tsx';
import { dayOf } from './day-of.ts';

/** One answer, its neighbours, and the way to a person where it did not help. */
export function FaqArticlePage({ article }: { readonly article: Answer<'getFaqArticle'> }) {
  const { i18n } = useLingui();
  const day = dayOf(article.updated_at, i18n.locale);
  return (
    <ContentFrame
      title={article.title}
      note={
        <>
          {article.category}, <Trans>updated {day}</Trans>
        </>
      }
    >
      <LegalText html={article.body_html} />
      {article.related.length > 0 && (
        <nav aria-labelledby="related" className="grid max-w-[560px] gap-1">
          <h2 id="related" className="label">
            <Trans>Related questions</Trans>
          </h2>
          <ul>
            {article.related.map(({ slug, title }) => (
              <li key={slug}>
                <Link className="text-link" to={`/faq/${slug}`}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink-2">
          <Trans>Not what you were looking for?</Trans>
        </span>
        <Link className={buttonClass({ kind: 'line' })} to="/support">
          <Trans>Ask support</Trans>
        </Link>
        <Link className={buttonClass({ kind: 'text' })} to="/faq">
          <Trans>All questions</Trans>
        </Link>
      </div>
    </ContentFrame>
  );
}
