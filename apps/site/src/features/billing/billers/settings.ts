import { cashtocodeRules } from './cashtocode/index.ts';
import { ccbillRules } from './ccbill/index.ts';
import { epochRules } from './epoch/index.ts';
import { paygardenRules } from './paygarden/index.ts';
import { paypalRules } from './paypal/index.ts';
import { rocketfuelRules } from './rocketfuel/index.ts';
import { rocketgateRules } from './rocketgate/index.ts';
import { environmentOf, missingOf, valuesOf } from './port/setting-rules.ts';

/** The operator's fields of the environment for billers. */
export const billerEnvironment = {
  ...environmentOf(ccbillRules),
  ...environmentOf(epochRules),
  ...environmentOf(rocketgateRules),
  ...environmentOf(cashtocodeRules),
  ...environmentOf(paygardenRules),
  ...environmentOf(rocketfuelRules),
  ...environmentOf(paypalRules),
};

type Given = Readonly<Record<string, unknown>>;

/** The configured billers, by name; an unconfigured one is undefined, without a message. */
export const billerSettingsOf = (given: Given) => ({
  ccbill: valuesOf(ccbillRules, given),
  epoch: valuesOf(epochRules, given),
  rocketgate: valuesOf(rocketgateRules, given),
  cashtocode: valuesOf(cashtocodeRules, given),
  paygarden: valuesOf(paygardenRules, given),
  rocketfuel: valuesOf(rocketfuelRules, given),
  paypal: given['PAYPAL_ENABLED'] === '1' ? valuesOf(paypalRules, given) : undefined,
});
export type BillerSettings = ReturnType<typeof billerSettingsOf>;

/** Errors of partly configured billers. */
export function faultsOfBillers(given: Given): readonly string[] {
  const missing = [
    missingOf(ccbillRules, given),
    missingOf(epochRules, given),
    missingOf(rocketgateRules, given),
    missingOf(cashtocodeRules, given),
    missingOf(paygardenRules, given),
    missingOf(rocketfuelRules, given),
    missingOf(paypalRules, given),
  ];
  return missing
    .filter((names) => names.length > 0)
    .map((names) => `${names.join(', ')} must be given, too, or none of the settings of this biller`);
}
