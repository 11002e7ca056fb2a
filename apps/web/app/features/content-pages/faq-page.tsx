import { Button, buttonClass, Empty, Icon, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Form, Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { ContentFrame } from './content-frame.tsx';

export interface FaqPageProps {
  readonly faq: Answer<'listFaq'>;
  /** Search text; empty: all questions are shown. */
  readonly search: string;
}

/** All questions by section, or those that contain the words. */
export function FaqPage({ faq, search }: FaqPageProps) {
  const { t } = useLingui();
  return (
    <ContentFrame title={<Trans>Questions</Trans>}>
      <search>
        <Form action="/faq" className="flex max-w-[560px] gap-2">
          <Input
            key={search}
            name="q"
            type="search"
            label={t`Search the questions`}
            placeholder={t`Tokens, refund, log in`}
            defaultValue={search}
            maxLength={64}
            prefix={<Icon name="magnifying-glass" size={16} />}
          />
          <Button type="submit">
            <Trans>Search</Trans>
          </Button>
        </Form>
      </search>
      {faq.categories.length === 0 ? (
        <Empty
          title={<Trans>Nothing found for “{search}”</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/support">
              <Trans>Ask support</Trans>
            </Link>
          }
        >
          <Trans>Try a shorter word, or look at all questions.</Trans>{' '}
          <Link className="text-link" to="/faq">
            <Trans>All questions</Trans>
          </Link>
        </Empty>
      ) : (
        <div className="rack content-questions">
          {faq.categories.map(({ slug, name, articles }) => (
            <section key={slug} className="module" aria-labelledby={`section-${slug}`}>
              <h2 id={`section-${slug}`} className="label">
                {name}
              </h2>
              <ul>
                {articles.map((article) => (
                  <li key={article.slug}>
                    <Link className="list-row" to={`/faq/${article.slug}`}>
                      <span className="grow">{article.title}</span>
                      <Icon name="caret-right" size={14} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </ContentFrame>
  );
}
