import { escapeHtml, shell } from '../pay-page.ts';

/** Outcomes that the person at a twin's page chooses, in its own words. */
const choices = [
  ['adult', 'I am an adult'],
  ['minor', 'Fail: under 18'],
  ['later', 'A reviewer looks at it later'],
  ['cancel', 'Cancel'],
] as const;
export type AgeChoice = (typeof choices)[number][0];

export const readChoice = (body: unknown): AgeChoice | undefined => {
  const chosen = new URLSearchParams(typeof body === 'string' ? body : '').get('outcome');
  return choices.find(([name]) => name === chosen)?.[0];
};

/** A vendor's page: a plain form without script, in which the person says what comes of the check. */
export const renderAgePage = (vendor: string, what: string): string =>
  shell(
    `Sandbox ${vendor}`,
    `<h1>Sandbox ${escapeHtml(vendor)}</h1><p>${escapeHtml(what)} No camera opens and no document is sent: choose what comes of it.</p>
<form method="post" style="display:grid;gap:12px">${choices
      .map(([name, words]) => `<button name="outcome" value="${name}">${words}</button>`)
      .join('')}</form>`,
  );

export const renderAgeDonePage = (returnUrl: string): string =>
  shell(
    'Done',
    `<h1>Done</h1><p>The site is told by our server, never by this page.</p><a class="b" href="${escapeHtml(returnUrl)}">Back to the site</a>`,
  );
