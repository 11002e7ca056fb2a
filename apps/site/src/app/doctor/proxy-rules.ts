import type { SeenVisitor } from '../../platform/operations/serve-doctor.ts';
import { fail, type Finding, ok } from './finding.ts';

/** What no visitor is: an address kept for documents, and a country where no network is. */
export const FORGED = { address: '192.0.2.77', country: 'AQ', region: 'ZZ' } as const;

/** How the site saw the same visitor with honest and with forged headers. */
export interface Sights {
  readonly honest: SeenVisitor;
  readonly forged: SeenVisitor;
  /** Address from which both were asked. */
  readonly localAddress: string;
  readonly isBehindProxy: boolean;
}

/** Judges whether the site believes a visitor's own word, and whether it knows visitors apart. */
export function judgeProxy({ honest, forged, localAddress, isBehindProxy }: Sights): Finding[] {
  const isOneForAll = isBehindProxy && honest.address === honest.peer && honest.address !== localAddress;
  const isPlaceForged =
    forged.country === FORGED.country && (honest.country !== FORGED.country || forged.state !== honest.state);
  const findings = [
    forged.address === honest.address
      ? undefined
      : fail(
          'proxy address',
          `a visitor's own X-Forwarded-For is believed (${forged.address}): let the proxy replace it, and set TRUSTED_HOPS to the number of proxies`,
        ),
    isOneForAll
      ? fail(
          'proxy address',
          `every visitor is seen as the proxy (${honest.address}): let it set X-Forwarded-For, and name it in TRUSTED_PROXIES`,
        )
      : undefined,
    isPlaceForged
      ? fail(
          'proxy place',
          `a visitor's own country is believed (${forged.country}): let the proxy replace or strip COUNTRY_HEADER and REGION_HEADER`,
        )
      : undefined,
  ].filter((one) => one !== undefined);
  const place = honest.country === null ? 'no country' : `country ${honest.country}`;
  return findings.length > 0
    ? findings
    : [ok('proxy', `forged headers are not believed; we are seen as ${honest.address}, ${place}`)];
}
