import type { FastifyInstance } from 'fastify';
import type { Clock } from '@klieg/kernel';
import type { VisitorOf } from '#site/platform/visitors/index.ts';
import { isSiteIndexed, type Sites } from '../../brand/index.ts';
import type { ContentTexts } from '../../content-pages/index.ts';
import type { Catalog } from '../catalog.ts';
import type { Discovery } from '../discovery.ts';
import { makeKeptFiles } from './kept-files.ts';
import { serveSeo } from './serve-seo.ts';
import { makeSitemap } from './sitemap.ts';

export interface SeoParts {
  readonly visitorOf: VisitorOf;
  readonly isDemo: boolean;
  readonly sites: Sites;
  readonly contentPages: { readonly texts: Pick<ContentTexts, 'listPages'> };
}

/** Serves what search engines request besides pages. */
export function composeSeo(
  own: { readonly catalog: Catalog; readonly discovery: Discovery; readonly clock: Clock },
  { visitorOf, isDemo, sites, contentPages }: SeoParts,
): (app: FastifyInstance) => void {
  const sitemap = makeSitemap({
    catalog: own.catalog,
    tags: own.discovery.tags,
    indexOf: own.discovery.indexOf,
    listTexts: contentPages.texts.listPages,
  });
  const files = makeKeptFiles(own.clock);
  return (app) =>
    serveSeo(app, {
      sitemap,
      files,
      visitorOf,
      siteOf: ({ headers }) => {
        const site = sites.siteOf(headers);
        return {
          publicUrl: site.publicUrl,
          isIndexed: isSiteIndexed(sites.brandOf(site), site, isDemo),
        };
      },
    });
}
