import { escapeHtml, shell } from '../pay-page.ts';

/** What a provider may do wrong on demand: each has to be refused by the site. */
export const signInFaults = [
  'none',
  'wrong_nonce',
  'wrong_issuer',
  'wrong_audience',
  'expired',
  'unsigned',
  'wrong_state',
] as const;
export type SignInFault = (typeof signInFaults)[number];

/** Who somebody says to be at the provider, or that they do not want to. */
export type SignInChoice =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'person';
      readonly name: string;
      /** Empty: the provider gives none. */
      readonly email: string;
      readonly isVerified: boolean;
      readonly fault: SignInFault;
    };

export function readSignIn(body: unknown): SignInChoice {
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  if (form.get('answer') !== 'yes') return { kind: 'denied' };
  return {
    kind: 'person',
    name: (form.get('name') ?? '').slice(0, 80),
    email: (form.get('email') ?? '').slice(0, 254),
    isVerified: form.get('verified') === 'on',
    fault: signInFaults.find((one) => one === form.get('fault')) ?? 'none',
  };
}

/** The page where a provider asks who somebody is: a plain form without script. */
export const renderSignInPage = (provider: string): string =>
  shell(
    `Sandbox ${provider}`,
    `<h1>Sandbox ${escapeHtml(provider)}</h1><p>No real account is looked at: say who you are. The site gets the name, and the address unless it is empty.</p>
<form method="post" style="display:grid;gap:12px">
<label>Name<input name="name" value="Sam Rivera" maxlength="80" required></label>
<label>Email address<input name="email" type="email" value="sam.rivera@example.org" maxlength="254"></label>
<label style="display:flex;gap:8px;align-items:center"><input name="verified" type="checkbox" checked style="width:24px;height:24px">The address is confirmed</label>
<input type="hidden" name="fault" value="none">
<button name="answer" value="yes">Continue as this person</button>
<button name="answer" value="no" style="background:none;border:1px solid currentColor;color:inherit">Cancel</button></form>`,
  );
