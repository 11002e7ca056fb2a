/* What a profile may say, without schemas, for the page's fields. */

export const hairColors = ['black', 'blonde', 'brown', 'red', 'grey', 'colored'] as const;
export const eyeColors = ['blue', 'brown', 'green', 'grey', 'hazel'] as const;
export const builds = ['petite', 'slim', 'athletic', 'average', 'curvy', 'large'] as const;
export const regions = [
  'africa',
  'asia',
  'central-south-america',
  'eastern-europe',
  'europe',
  'usa',
] as const;

/** Services whose accounts a bio may name, with their hosts. */
export const SOCIAL_HOSTS = {
  amazon: [
    'amazon.com',
    'amazon.ca',
    'amazon.co.jp',
    'amazon.co.uk',
    'amazon.de',
    'amazon.es',
    'amazon.fr',
    'amazon.it',
    'amazon.nl',
  ],
  bluesky: ['bsky.app'],
  instagram: ['instagram.com'],
  twitter: ['twitter.com', 'x.com'],
} as const;
export type SocialService = keyof typeof SOCIAL_HOSTS;
export const socialServices = Object.keys(SOCIAL_HOSTS) as readonly SocialService[];

/** Whether an address belongs to this service and not to a lookalike. */
export function isSocialUrl(service: SocialService, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, port } = new URL(address);
  const host = hostname.replace(/^www\./, '');
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    port === '' &&
    (SOCIAL_HOSTS[service] as readonly string[]).includes(host)
  );
}
