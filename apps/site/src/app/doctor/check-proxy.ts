import { DOCTOR_HEADER, DOCTOR_PATH, signDoctor } from '../../platform/operations/doctor-signature.ts';
import type { SeenVisitor } from '../../platform/operations/serve-doctor.ts';
import { type Config, deriveSecret } from '../config.ts';
import { askSite, readJson } from './ask-site.ts';
import { fail, type Finding, sayError, warn } from './finding.ts';
import { FORGED, judgeProxy } from './proxy-rules.ts';

function isSeen(value: unknown): value is SeenVisitor {
  if (typeof value !== 'object' || value === null) return false;
  const { address, peer } = value as Partial<SeenVisitor>;
  return typeof address === 'string' && typeof peer === 'string';
}

type Uses = Pick<Config, 'publicUrl' | 'secret' | 'countryHeader' | 'regionHeader' | 'trustedHops'> & {
  readonly ca?: string | undefined;
};

/** Asks the site through its public address whom it sees, with honest headers and with forged ones. */
export async function checkProxy(uses: Uses): Promise<Finding[]> {
  const url = new URL(DOCTOR_PATH, uses.publicUrl);
  const key = deriveSecret(uses.secret, 'doctor');
  const ask = async (headers: Record<string, string>) => {
    const answer = await askSite(url, { ...headers, [DOCTOR_HEADER]: signDoctor(key, Date.now()) }, uses.ca);
    return { ...answer, seen: answer.status === 200 ? readJson(answer.text) : undefined };
  };
  try {
    const honest = await ask({});
    const forged = await ask({
      'x-forwarded-for': FORGED.address,
      ...(uses.countryHeader && { [uses.countryHeader]: FORGED.country }),
      ...(uses.regionHeader && { [uses.regionHeader]: FORGED.region }),
    });
    if (!isSeen(honest.seen) || !isSeen(forged.seen))
      return [
        fail(
          'proxy',
          `the site answers ${honest.status} to our signature: run this with the SECRET or DATA_DIR of the site, and set both clocks`,
        ),
      ];
    return judgeProxy({
      honest: honest.seen,
      forged: forged.seen,
      localAddress: honest.localAddress,
      isBehindProxy: uses.trustedHops > 0,
    });
  } catch (error) {
    return [warn('proxy', `not checked, for the public address fails (${sayError(error)})`)];
  }
}
