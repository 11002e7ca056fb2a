import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

type Settings = Readonly<Record<string, string>>;

const read = (env: Settings) =>
  readConfig({ DATA_DIR: tmpdir(), SECRET: 'ab'.repeat(32), SUPPORT_EMAIL: 'help@klieg.example', ...env });
/** What is said of a start that is refused; empty for one that is not. */
const refusalOf = (env: Settings): string => {
  try {
    read(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

const HTTPS = 'https://klieg.example';
const PROXIED = { PUBLIC_URL: HTTPS, TRUSTED_HOPS: '1' };
const SHARED = { ROLES: 'site,jobs', BUS_URL: 'nats://127.0.0.1:4222' };
const MEDIA_ALONE = {
  ROLES: 'media',
  BUS_URL: 'nats://127.0.0.1:4222',
  MEDIA_SITE_URL: 'http://site:8080',
  MEDIA_INTERNAL_URL: 'http://10.0.0.5:8081',
};
const onTheWay = 'and what goes there could be read on the way';
const lets = 'lets other machines in: set PUBLIC_URL';
const unencrypted = 'would send passwords and cookies unencrypted';
const needsProxy = 'which a proxy in front has to speak: set TRUSTED_HOPS=1';
const published = 'DEMO=1 makes accounts with a published password';
const testCards = 'ROLES names sandbox, a biller that takes test cards';
const believed = 'are believed of a proxy only';
const nobody = 'SUPPORT_EMAIL is missing: complaints and requests for help would reach nobody';
const everybody = 'TRUSTED_PROXIES names everybody';
const sister = 'SISTER_URL must be reached as PUBLIC_URL is';

describe('a start is refused where strangers could do what they must not, and says how that is mended', () => {
  const table: readonly (readonly [Settings, readonly string[]])[] = [
    // The sister brand is the same site under another name.
    [{ SISTER_URL: 'http://sister.localhost:8080' }, []],
    [{ SISTER_URL: 'https://sister.klieg.example' }, [sister]],
    [{ ...PROXIED, SISTER_URL: 'https://sister.klieg.example' }, []],
    [{ ...PROXIED, SISTER_URL: 'http://sister.localhost:8080' }, [sister]],
    // This machine alone.
    [{}, []],
    [{ DEMO: '1' }, []],
    [{ DEMO: '0' }, []],
    [{ HOST: '127.0.0.1', DEMO: '1' }, []],
    [{ HOST: '::1', DEMO: '1' }, []],
    [{ HOST: 'localhost', DEMO: '1' }, []],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080', DEMO: '1' }, []],
    [{ PUBLIC_URL: 'http://[::1]:8080', DEMO: '1' }, []],
    [{ PUBLIC_URL: 'http://klieg.localhost:8080', DEMO: '1' }, []],
    [{ ROLES: 'site,media,jobs,sandbox', DEMO: '0' }, []],
    [{ ROLES: 'site,jobs' }, []],
    [{ TRUSTED_HOPS: '1', COUNTRY_HEADER: 'CF-IPCountry' }, []],
    // Other machines get in, and the site does not know as what.
    [{ HOST: '0.0.0.0' }, [lets]],
    [{ HOST: '::' }, [lets]],
    [{ HOST: '192.168.1.7' }, [lets]],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }, [lets]],
    [{ HOST: '0.0.0.0', DEMO: '1' }, [lets, published]],
    [{ HOST: '0.0.0.0', ROLES: 'site,sandbox' }, [lets, testCards]],
    // A public address without encryption.
    [{ PUBLIC_URL: 'http://klieg.example' }, [unencrypted]],
    [{ PUBLIC_URL: 'http://klieg.example', TRUSTED_HOPS: '1' }, [unencrypted]],
    [{ PUBLIC_URL: 'http://192.168.1.7:8080', HOST: '192.168.1.7' }, [unencrypted]],
    [{ PUBLIC_URL: 'http://klieg.example', DEMO: '1' }, [unencrypted, published]],
    [{ PUBLIC_URL: 'http://localhost.evil.example', HOST: '0.0.0.0' }, [unencrypted]],
    [{ PUBLIC_URL: 'http://127.evil.example', HOST: '0.0.0.0' }, [unencrypted]],
    // A public address.
    [PROXIED, []],
    [{ ...PROXIED, SUPPORT_EMAIL: 'support@klieg.invalid' }, [nobody]],
    [{ SUPPORT_EMAIL: 'support@klieg.invalid' }, []],
    [{ ...PROXIED, DEMO: '0' }, []],
    [{ ...PROXIED, HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8' }, []],
    [{ ...PROXIED, TRUSTED_HOPS: '2', COUNTRY_HEADER: 'CF-IPCountry', REGION_HEADER: 'CF-Region-Code' }, []],
    [{ ...PROXIED, DATABASE_URL: 'postgres://klieg@localhost/klieg' }, []],
    // Other machines of the operator.
    [{ DATABASE_URL: 'postgres://klieg:secret@db/klieg' }, [`DATABASE_URL names db, ${onTheWay}`]],
    [{ DATABASE_URL: 'postgres://klieg@db/klieg?sslmode=disable' }, [onTheWay]],
    [{ DATABASE_URL: 'postgres://klieg@db/klieg?sslmode=verify-full' }, []],
    [{ DATABASE_URL: 'postgres://klieg@db/klieg', PRIVATE_NETWORK: '1' }, []],
    [{ ...SHARED, MEDIA_URL: 'http://10.0.0.5:8081' }, [`MEDIA_URL names 10.0.0.5:8081, ${onTheWay}`]],
    [{ ...SHARED, MEDIA_URL: 'https://media.example,http://127.0.0.1:8081' }, []],
    [{ ROLES: 'site,jobs', BUS_URL: 'nats://bus:4222' }, [`BUS_URL names bus:4222, ${onTheWay}`]],
    [MEDIA_ALONE, [onTheWay, onTheWay]],
    [{ ...MEDIA_ALONE, PRIVATE_NETWORK: '1' }, []],
    [{ ...PROXIED, ROLES: 'site,jobs' }, []],
    [{ PUBLIC_URL: HTTPS }, [needsProxy]],
    [{ PUBLIC_URL: HTTPS, TRUSTED_HOPS: '0', HOST: '0.0.0.0' }, [needsProxy]],
    [{ PUBLIC_URL: 'https://localhost:8443' }, [needsProxy]],
    [{ PUBLIC_URL: HTTPS, COUNTRY_HEADER: 'CF-IPCountry' }, [needsProxy, believed]],
    [{ COUNTRY_HEADER: 'CF-IPCountry' }, [believed]],
    [{ REGION_HEADER: 'X-Region' }, [believed]],
    [{ ...PROXIED, DEMO: '1' }, [published]],
    [{ ...PROXIED, DEMO: '1', DATABASE_URL: 'postgres://klieg@localhost/klieg' }, [published]],
    [{ ...PROXIED, ROLES: 'site,media,jobs,sandbox' }, [testCards]],
    [{ ...PROXIED, DEMO: '1', ROLES: 'site,sandbox' }, [published, testCards]],
    [{ ...PROXIED, TRUSTED_PROXIES: '0.0.0.0/0' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '10.0.0.2, ::/0' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '0.0.0.0/00' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '10.0.0.0/7' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '2000::/3' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: 'fd00::/15' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '::ffff:0:0/96' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '::ffff:128.0.0.0/97' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: '::/80' }, [everybody]],
    [{ ...PROXIED, TRUSTED_PROXIES: 'fd00::/16, ::ffff:10.0.0.0/104, ::1' }, []],
    [{ ...PROXIED, TRUSTED_PROXIES: 'proxy' }, ['TRUSTED_PROXIES must be a comma list of addresses']],
    [{ METRICS_TOKEN: 'short' }, ['METRICS_TOKEN must be 16 to 200 characters']],
    [{ ...PROXIED, COUNTRY_HEADER: 'a b' }, ['COUNTRY_HEADER must be the name of a header']],
  ];

  test.each(table)('%o', (env, expected) => {
    const lines = refusalOf(env).split('\n').filter(Boolean);
    expect(lines).toHaveLength(expected.length);
    for (const [at, part] of expected.entries()) expect(lines[at]).toContain(part);
  });

  test('the table has at least 40 rows', () => expect(table.length).toBeGreaterThanOrEqual(40));
});

test.each([
  [{}, { isLocal: true, demo: undefined, isSandboxWanted: false, host: '127.0.0.1' }],
  [PROXIED, { isLocal: false, demo: false, isSandboxWanted: false, host: '127.0.0.1' }],
  [{ DEMO: '0' }, { isLocal: true, demo: false }],
  [{ ROLES: 'site,sandbox' }, { isSandboxWanted: true }],
])('%o means %o', (env, expected) => {
  expect(read(env)).toMatchObject(expected);
});
