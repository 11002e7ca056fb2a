import { type Config, ConfigError, readConfig } from '../config.ts';
import { checkDatabase } from './check-database.ts';
import { checkMediaPort } from './check-media-port.ts';
import { checkProxy } from './check-proxy.ts';
import { checkPublicAddress } from './check-public-address.ts';
import { checkBiller, checkMail, checkTexts } from './check-services.ts';
import { checkRtmpPort } from './check-rtmp-port.ts';
import { checkStorage } from './check-storage.ts';
import { fail, type Finding, ok } from './finding.ts';

/** What the site is asked with beside its configuration. */
export interface DoctorOptions {
  /** Authority of the certificate, where it is not one of the system's. */
  readonly ca?: string | undefined;
}

/** Checks everything that a site with this environment needs; it makes no secret and no database. */
export async function runDoctor(
  env: Readonly<Record<string, string | undefined>>,
  { ca }: DoctorOptions = {},
): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => fail('configuration', line));
  }
  const configuration = ok('configuration', 'the start takes it');
  if (!config.roles.has('site'))
    return [configuration, ...(await checkMediaPort(config)), ...(await checkRtmpPort(config))];
  const findings = await Promise.all([
    checkDatabase(config),
    checkStorage(config),
    checkMail(config),
    checkTexts(config),
    checkBiller(config),
    checkPublicAddress({ ...config, ca }),
    checkProxy({ ...config, ca }),
    checkMediaPort(config),
    checkRtmpPort(config),
  ]);
  return [configuration, ...findings.flat()];
}
