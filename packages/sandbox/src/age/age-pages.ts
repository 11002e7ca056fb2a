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

/** A vendor's page: a plain form without script, where the person chooses the result of the check. */
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

/**
 * What the issuer of proofs shows an adult: a code to type where it is needed, and no way back, since the issuer knows
 * of no site.
 */
export const renderProofCodePage = (code: string): string =>
  shell(
    'Your code',
    `<h1>Your code</h1><p>You are an adult. Type this code on the page that you came from. It is good for one proof, within 15 minutes.</p>
<output style="font:700 24px/32px ui-monospace,monospace;letter-spacing:.08em">${escapeHtml(code)}</output>
<p>We were not told which page that is. Go back to its tab yourself and close this one.</p>`,
  );

export const renderProofRefusedPage = (): string =>
  shell('No code', '<h1>No code</h1><p>A proof is given to adults alone. You may close this tab.</p>');
