import type { RenderRefusal } from './render-queue.ts';

/** Seconds after which a refused visitor may try again. */
export const COME_AGAIN_SECONDS = 5;

const page = (title: string, text: string, more = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">${more}<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:30rem;padding:0 1rem;
background:#0e1116;color:#dfe5ee}h1{font-size:1.25rem}a{color:inherit}</style></head>
<body><h1>${title}</h1><p>${text}</p></body></html>`;

const RELOADS = `<meta http-equiv="refresh" content="${COME_AGAIN_SECONDS}">`;

/** Shown instead of a page that cannot be rendered: needs no script, no picture and no style of the site. */
export const standInPages = {
  too_many: {
    status: 429,
    html: page(
      'One moment, please',
      'Your network has asked for very many pages. This page comes back by itself in a few seconds.',
      RELOADS,
    ),
  },
  busy: {
    status: 503,
    html: page(
      'One moment, please',
      'Very many people are here right now. This page comes back by itself in a few seconds.',
      RELOADS,
    ),
  },
  /** It took longer than a page may. */
  slow: {
    status: 503,
    html: page(
      'One moment, please',
      'This page took too long to put together. It comes back by itself in a few seconds.',
      RELOADS,
    ),
  },
  /** A fault of ours; to reload at once would only meet it again. */
  failed: {
    status: 500,
    html: page(
      'Something went wrong on our side',
      'This page could not be put together. <a href="">Try again</a> in a moment, or go <a href="/">to the home page</a>.',
    ),
  },
} as const satisfies Record<RenderRefusal | 'slow' | 'failed', { status: number; html: string }>;
