import { escapeHtml } from '../escape-html.ts';

const ADDRESS = /^https?:\/\/\S+$/;
const WITHIN = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:4px;background:#ffd338;color:#191300;font-weight:600;text-decoration:none';

/** A paragraph; one that is an address and nothing else is what the mail is for. */
function paragraph(text: string, host: string): string {
  if (ADDRESS.test(text)) {
    const href = escapeHtml(text);
    return `<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(host)}</a></p><p style="margin:0 0 16px;font-size:12px;word-break:break-all"><a href="${href}" style="color:#735300">${href}</a></p>`;
  }
  const words = escapeHtml(text)
    .replaceAll(WITHIN, (url) => `<a href="${url}" style="color:#735300">${url}</a>`)
    .replaceAll('\n', '<br>');
  return `<p style="margin:0 0 16px">${words}</p>`;
}

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).host : text);

/**
 * The page of a mail, built from its text, so that both say the same: paragraphs, and a button for an address on a line
 * of its own. Styles are inline, since mail programs accept nothing else, and nothing is loaded.
 */
export function pageOfMail({ subject, text }: { readonly subject: string; readonly text: string }): string {
  const body = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => paragraph(part, hostOf(part)))
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px 12px;background:#f0eeea;color:#191713;font:16px/24px sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px;background:#fdfcfb;border-top:4px solid #ffd338"><h1 style="margin:0 0 16px;font-size:20px;line-height:24px">${escapeHtml(subject)}</h1>${body}</div></body></html>`;
}
