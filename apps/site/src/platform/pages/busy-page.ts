/** Seconds after which a refused visitor may try again. */
export const COME_AGAIN_SECONDS = 5;

const page = (title: string, text: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${COME_AGAIN_SECONDS}"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:30rem;padding:0 1rem;
background:#0e1116;color:#dfe5ee}h1{font-size:1.25rem}</style></head>
<body><h1>${title}</h1><p>${text}</p></body></html>`;

/** Shown instead of a page that cannot be rendered now; it reloads itself. */
export const busyPages = {
  too_many: {
    status: 429,
    html: page(
      'One moment, please',
      'Your network has asked for very many pages. This page comes back by itself in a few seconds.',
    ),
  },
  busy: {
    status: 503,
    html: page(
      'One moment, please',
      'Very many people are here right now. This page comes back by itself in a few seconds.',
    ),
  },
} as const;
