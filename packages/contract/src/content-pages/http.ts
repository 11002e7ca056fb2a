import { z } from 'zod';
import { calls, instant, ok, shape, uuid } from '../call.ts';
import { seo } from '../shapes.ts';
import { legalDocumentCalls } from './legal-documents.ts';
import { outsideLinkCalls } from './outside-links.ts';
import { pressCalls } from './press.ts';
import { textRoutes } from './routes.ts';
import { receiptKey, slug } from './shapes.ts';
import { written } from '../event-fields.ts';

/** Texts change only with a release. */
const TEXT_CACHE_SECONDS = 60;

const mailAddress = z.email().max(254);
const faqLink = shape({ slug, title: z.string() });

/** Audience of an FAQ article. */
export const faqAudience = z.enum(['viewer', 'model', 'studio', 'webmaster']);

/** What a request for help is about. */
export const supportTopic = z.enum(['account', 'billing', 'video', 'model', 'report', 'other']);

/** What a complaint is about. */
export const complaintKind = z.enum([
  'illegal',
  'non_consensual',
  'take_it_down',
  'copyright',
  'depicted_person',
  'privacy',
  'other',
]);

/** On whose behalf somebody complains. */
export const complainantRelation = z.enum(['self', 'representative', 'rights_owner', 'third_party']);

/** State of a case. */
export const caseState = z.enum(['open', 'in_review', 'actioned', 'dismissed', 'appealed', 'closed']);

const textCalls = calls(textRoutes, {
  listFaq: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    cacheSeconds: TEXT_CACHE_SECONDS,
    query: shape({ q: z.string().min(2).max(64).optional(), audience: faqAudience.optional() }),
    response: shape({
      categories: z.array(
        shape({
          slug,
          name: z.string(),
          articles: z.array(shape({ id: z.int().positive(), slug, title: z.string() })),
        }),
      ),
    }),
    errors: [],
    ids: ['CONTENT-PAGES-016', 'CONTENT-PAGES-002'],
  },
  getFaqArticle: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    cacheSeconds: TEXT_CACHE_SECONDS,
    params: shape({ article: slug }),
    response: shape({
      id: z.int().positive(),
      slug,
      title: z.string(),
      /** Made from the site's own text files; never contains what visitors write. */
      body_html: z.string(),
      /** Name of the section. */
      category: z.string(),
      updated_at: instant,
      related: z.array(faqLink),
      seo,
    }),
    errors: ['content_pages.not_found'],
    ids: ['CONTENT-PAGES-017', 'CONTENT-PAGES-008'],
  },
  getContent: {
    who: 'guest',
    openToSuspended: true,
    rate: 'read',
    cacheSeconds: TEXT_CACHE_SECONDS,
    params: shape({ slug }),
    response: shape({
      slug,
      title: z.string(),
      /** Made from the site's own text files; never contains what visitors write. */
      body_html: z.string(),
      version: z.string().max(20),
      effective_at: instant,
      seo,
    }),
    errors: ['content_pages.not_found'],
    ids: ['CONTENT-PAGES-013', 'CONTENT-PAGES-014', 'CONTENT-PAGES-006', 'CONTENT-PAGES-001'],
  },
  openSupportThread: {
    who: 'guest',
    openToSuspended: true,
    rate: 'auth',
    body: shape({
      topic: supportTopic,
      text: written().min(5).max(4_000),
      /** Required of guests: the answer is mailed. */
      email: mailAddress.optional(),
      order_id: z.string().max(64).optional(),
    }),
    response: ok({ id: uuid, number: z.int().positive() }),
    errors: [],
    ids: [],
  },
  fileComplaint: {
    who: 'guest',
    openToSuspended: true,
    rate: 'auth',
    body: shape({
      kind: complaintKind,
      /** Addresses on this site. */
      urls: z
        .array(z.url({ protocol: /^https?$/ }).max(500))
        .min(1)
        .max(20),
      name: written().min(2).max(120),
      email: mailAddress,
      phone: z
        .string()
        .max(40)
        .regex(/^\+?[0-9 ()/.-]*$/)
        .optional(),
      relation: complainantRelation,
      statement: written().min(20).max(4_000),
      good_faith: z.literal(true),
      /** Required of a copyright complaint. */
      perjury: z.boolean().optional(),
      /** The typed full name. */
      signature: written().min(2).max(80),
    }),
    response: ok({ receipt: receiptKey, number: z.int().positive(), due_at: instant }),
    errors: [],
    ids: [],
  },
});

export const contentPagesCalls = { ...textCalls, ...pressCalls, ...outsideLinkCalls, ...legalDocumentCalls };
