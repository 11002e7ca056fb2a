import type { FastifyInstance } from 'fastify';
import type { KeptMail, KeptMailer } from './kept-mail-store.ts';
import { escapeHtml } from '../escape-html.ts';

const SHOWN = 50;

/** One mail: the page as a mail program shows it, without scripts and forms, and the text beside it. */
function itemOf({ to, subject, text, html, headers, at }: KeptMail): string {
  const told = Object.entries(headers).map(([name, value]) => `<br>${escapeHtml(`${name}: ${value}`)}`);
  const page =
    html && `<iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>`;
  return `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${at.toISOString()}${told.join('')}</p>${page}<details${html ? '' : ' open'}><summary>Text</summary><pre>${escapeHtml(text)}</pre></details></article>`;
}

/** A text message that went to no phone. */
interface KeptText {
  readonly to: string;
  readonly text: string;
  readonly at: string;
}

const textOf = ({ to, text, at }: KeptText): string =>
  `<li><p>${escapeHtml(to)}, ${escapeHtml(at)}</p><pre>${escapeHtml(text)}</pre></li>`;

/** The part of the page about text messages; empty where there are none. */
async function partOfTexts(list: () => Promise<readonly KeptText[]>): Promise<string> {
  const texts = await list().catch(() => undefined);
  if (!texts) return '<p>The service that keeps text messages does not answer.</p>';
  return texts.length > 0
    ? `<h1>Kept text messages</h1><ul>${texts.slice(0, SHOWN).map(textOf).join('')}</ul>`
    : '';
}

/**
 * GET /dev/mail: what would have been sent, on a machine without a mail server; for the demo only.
 * @param listTexts text messages, newest first; absent: they are really sent, or there are none
 */
export function serveKeptMails(
  app: FastifyInstance,
  mailer: KeptMailer,
  listTexts: () => Promise<readonly KeptText[]> = () => Promise.resolve([]),
): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await mailer.list(SHOWN);
    const items = mails.map(itemOf);
    const texts = await partOfTexts(listTexts);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kept mails</title><style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}p{overflow-wrap:anywhere}iframe{width:100%;height:24rem;border:1px solid}</style>${texts}<h1>Kept mails</h1>${items.join('') || '<p>Nothing has been sent yet.</p>'}`,
      );
  });
}
