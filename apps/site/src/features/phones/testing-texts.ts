import { createHmac } from 'node:crypto';
import type { KeptText } from './text-gateway.ts';

/** The demo's gateway for texts as tests drive it: what it has taken, and what goes wrong. */
export function openTestTexts(site: { readonly sandboxUrl: string; readonly sandboxSecret: string }) {
  const sign = (text: string) => createHmac('sha256', site.sandboxSecret).update(text).digest('hex');
  const settings = {
    url: `${site.sandboxUrl}/twins/sms/messages`,
    token: sign('sms token'),
    from: 'Klieg',
  };
  return {
    settings,
    /** Texts to a number, newest first. */
    async to(number: string): Promise<readonly string[]> {
      const answer = await fetch(settings.url, { headers: { authorization: `Bearer ${settings.token}` } });
      const { items } = (await answer.json()) as { readonly items: readonly KeptText[] };
      return items.filter(({ to }) => to === number).map(({ text }) => text);
    },
    /** Puts the faults as they are given; none of them where nothing is given. */
    async setFaults(faults: Readonly<Record<string, boolean | number>> = {}): Promise<Response> {
      const body = JSON.stringify(faults);
      return fetch(`${site.sandboxUrl}/twins/sms/control`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-signature': sign(body) },
      });
    },
  };
}

/** The code that a text brings. */
export const codeIn = (text: string): string => /^(\d{6}) /.exec(text)![1]!;
