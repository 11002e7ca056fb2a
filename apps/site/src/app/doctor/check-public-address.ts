import { DAY_MS } from '@klieg/kernel/time';
import type { Config } from '../config.ts';
import { ownUrl } from '../own-url.ts';
import { askSite, readJson, type SiteAnswer } from './ask-site.ts';
import { judgeClock } from './clock-rules.ts';
import { fail, type Finding, ok, sayError, warn } from './finding.ts';

const DAYS_MIN = 14;
/** The Date header counts whole seconds. */
const DATE_PRECISION_MS = 1_000;

/** Judges how long a certificate is still valid. */
export function judgeCertificate(endsMs: number, nowMs: number): Finding {
  const days = Math.floor((endsMs - nowMs) / DAY_MS);
  return days < DAYS_MIN
    ? warn('certificate', `ends in ${days} days: look at why it was not renewed`)
    : ok('certificate', `valid for ${days} days`);
}

function judgeHealth({ status, text }: SiteAnswer, url: URL): Finding {
  const health = readJson(text);
  const isOurs =
    typeof health === 'object' && health !== null && 'status' in health && health.status === 'ok';
  return status === 200 && isOurs
    ? ok('public address', `${url.origin} answers`)
    : fail(
        'public address',
        `${url.href} answers ${status} and not as the site: mend DNS or the proxy so that it leads here`,
      );
}

/** Whether the site's own port on this machine answers. */
async function answersHere({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  return askSite(new URL('/healthz', ownUrl(host, port))).then(
    () => true,
    () => false,
  );
}

/** What is needed to ask the site by its public address. */
export type AddressUses = Pick<Config, 'publicUrl' | 'host' | 'port'> & { readonly ca?: string | undefined };

/** Whether visitors reach the site: its answer, its certificate and its clock. */
export async function checkPublicAddress(uses: AddressUses): Promise<Finding[]> {
  const url = new URL('/healthz', uses.publicUrl);
  try {
    const askedAt = Date.now();
    const answer = await askSite(url, {}, uses.ca);
    const nowMs = Date.now();
    const { dateMs, certificateEndsMs } = answer;
    return [
      judgeHealth(answer, url),
      ...(certificateEndsMs === undefined ? [] : [judgeCertificate(certificateEndsMs, nowMs)]),
      ...(dateMs === undefined
        ? []
        : [judgeClock('public clock', dateMs - (askedAt + nowMs) / 2, DATE_PRECISION_MS)]),
    ];
  } catch (error) {
    if (!(await answersHere(uses)))
      return [warn('public address', 'not checked, for the site does not run here: start it and ask again')];
    return [
      fail(
        'public address',
        `${url.href} fails (${sayError(error)}): mend DNS, firewall, proxy or certificate`,
      ),
    ];
  }
}
