import type { Api, ResultOf } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FaqText, LegalText } from './texts/read-texts.ts';
import { renderMarkdown } from './texts/render-markdown.ts';

type Faq = ResultOf<Api['listFaq']>;
type FaqArticle = ResultOf<Api['getFaqArticle']>;
type Content = ResultOf<Api['getContent']>;
export type FaqQuery = {
  readonly q?: string | undefined;
  readonly audience?: FaqText['audience'] | undefined;
};

/** Sections of the FAQ in order; an article outside them could not be found. */
export const FAQ_SECTIONS = [
  { slug: 'account', name: 'Your account' },
  { slug: 'tokens', name: 'Tokens and payments' },
  { slug: 'rooms', name: 'Rooms, chat and tips' },
  { slug: 'safety', name: 'Safety and privacy' },
  { slug: 'models', name: 'For models' },
] as const;

const RELATED_MAX = 4;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

/** Articles that contain every word of a question, those with all of them in the title first. */
export function searchFaq(articles: readonly FaqText[], q: string): FaqText[] {
  const words = plain(q).split(' ').filter(Boolean);
  const holds = (text: string) => words.every((word) => plain(text).includes(word));
  const found = articles.filter(({ title, body }) => holds(`${title} ${body}`));
  return [...found.filter(({ title }) => holds(title)), ...found.filter(({ title }) => !holds(title))];
}

const startOf = (day: string): string => `${day}T00:00:00.000Z`;

const seoOf = (title: string, description: string, crumbs: readonly { name: string; url: string }[]) => ({
  breadcrumbList: [{ name: 'Home', url: '/' }, ...crumbs],
  description,
  footerHtml: '',
  h1: title,
  metaDescription: description,
  metaTitle: title,
});

/** What the pages of text show. */
export interface ContentTexts {
  listFaq(query: FaqQuery): Faq;
  /** @throws content_pages.not_found */
  getFaqArticle(slug: string): FaqArticle;
  /** @throws content_pages.not_found */
  getContent(slug: string): Content;
  /** Addresses of all texts that search engines may index, with when each last changed. */
  listPages(): readonly { readonly path: string; readonly changedAt: string }[];
  /** Legal texts that somebody can be asked to sign. */
  listTemplates(): readonly { readonly slug: string; readonly title: string; readonly version: string }[];
  /** The current version of a text, and from which day it applies. @throws content_pages.not_found */
  versionOf(slug: string): {
    readonly slug: string;
    readonly version: string;
    readonly effectiveOn: string;
  };
}

const sectionName = (slug: string): string => {
  const section = FAQ_SECTIONS.find((one) => one.slug === slug);
  if (!section) throw new Error(`no section of the questions is called ${slug}`);
  return section.name;
};

const presentLegal = (
  { slug, title, description, version, since, body }: LegalText,
  fields: Readonly<Record<string, string>>,
  textsSince: string | null,
): Content => ({
  slug,
  title,
  body_html: renderMarkdown(body, fields),
  version,
  effective_at: startOf(textsSince ?? since),
  seo: seoOf(title, description, [
    { name: 'Legal', url: '/legal' },
    ...(slug === 'legal' ? [] : [{ name: title, url: `/legal/${slug}` }]),
  ]),
});

/** A page of its own directly below the home page; it applies since it was written, whoever runs the site. */
const presentPage = (
  { slug, title, description, version, since, body }: LegalText,
  fields: Readonly<Record<string, string>>,
): Content => ({
  slug,
  title,
  body_html: renderMarkdown(body, fields),
  version,
  effective_at: startOf(since),
  seo: seoOf(title, description, [{ name: title, url: `/${slug}` }]),
});

const ownPath = (seo: Content['seo']): string => seo.breadcrumbList.at(-1)!.url;
const latest = (moments: readonly string[]): string => moments.toSorted().at(-1)!;

const presentArticle = (
  article: FaqText,
  all: readonly FaqText[],
  fields: Readonly<Record<string, string>>,
): FaqArticle => ({
  id: article.id,
  slug: article.slug,
  title: article.title,
  body_html: renderMarkdown(article.body, fields),
  category: sectionName(article.section),
  updated_at: startOf(article.updated),
  related: all
    .filter(({ section, slug }) => section === article.section && slug !== article.slug)
    .slice(0, RELATED_MAX)
    .map(({ slug, title }) => ({ slug, title })),
  seo: seoOf(article.title, article.description, [
    { name: 'Questions', url: '/faq' },
    { name: article.title, url: `/faq/${article.slug}` },
  ]),
});

/**
 * All texts, drawn once.
 * @throws Error for a text that cannot be drawn, so that a wrong file stops the start and no visitor meets it
 */
export function makeContentTexts(given: {
  readonly legal: readonly LegalText[];
  /** Texts of landing pages. */
  readonly campaigns: readonly LegalText[];
  /** Texts of pages of their own, such as `/esports`. */
  readonly pages: readonly LegalText[];
  readonly faq: readonly FaqText[];
  readonly fields: Readonly<Record<string, string>>;
  readonly textsSince: string | null;
}): ContentTexts {
  const { faq, fields } = given;
  const campaigns = new Set(given.campaigns.map(({ slug }) => slug));
  const contents = new Map([
    ...given.legal.map((text) => [text.slug, presentLegal(text, fields, given.textsSince)] as const),
    ...[...given.campaigns, ...given.pages].map((text) => [text.slug, presentPage(text, fields)] as const),
  ]);
  const articles = new Map(faq.map((article) => [article.slug, presentArticle(article, faq, fields)]));
  const templates = given.legal
    .filter(({ slug }) => slug !== 'legal')
    .map(({ slug, title, version }) => ({ slug, title, version }));
  const found = <T>(value: T | undefined): T => {
    if (!value) throw new AppError('content_pages.not_found');
    return value;
  };
  return {
    listFaq({ q, audience }) {
      const asked = audience ? faq.filter((article) => article.audience === audience) : faq;
      const matching = q ? searchFaq(asked, q) : asked;
      const categories = FAQ_SECTIONS.map(({ slug, name }) => ({
        slug,
        name,
        articles: matching
          .filter(({ section }) => section === slug)
          .map((article) => ({ id: article.id, slug: article.slug, title: article.title })),
      }));
      return { categories: categories.filter((category) => category.articles.length > 0) };
    },
    getFaqArticle: (slug) => found(articles.get(slug)),
    getContent: (slug) => found(contents.get(slug)),
    listPages: () => [
      { path: '/faq', changedAt: latest([...articles.values()].map((article) => article.updated_at)) },
      ...[...contents.values()]
        .filter(({ slug }) => !campaigns.has(slug))
        .map(({ seo, effective_at: changedAt }) => ({ path: ownPath(seo), changedAt })),
      ...[...articles.values()].map(({ seo, updated_at: changedAt }) => ({ path: ownPath(seo), changedAt })),
    ],
    listTemplates: () => templates,
    versionOf(slug) {
      const { version, effective_at } = found(contents.get(slug));
      return { slug, version, effectiveOn: effective_at.slice(0, 10) };
    },
  };
}
