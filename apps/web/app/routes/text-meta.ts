import type { MetaDescriptor } from 'react-router';
import type { Answer } from '../shared/api/answers.ts';

interface TextOfPage {
  readonly origin: string;
  readonly seo: Answer<'getContent'>['seo'];
}

/** Title, description and canonical address of a page of text; nothing where its loader refused. */
export function textMeta(page: TextOfPage | undefined): MetaDescriptor[] {
  if (!page) return [];
  const path = page.seo.breadcrumbList.at(-1)?.url ?? '/';
  return [
    { title: page.seo.metaTitle },
    { name: 'description', content: page.seo.metaDescription },
    { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
    { tagName: 'link', rel: 'canonical', href: `${page.origin}${path}` },
  ];
}
