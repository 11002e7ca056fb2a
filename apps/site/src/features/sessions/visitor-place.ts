import type { Place } from './caller.ts';
import type { AskingRequest } from './resolve-caller.ts';

/** Where a visitor is, as the proxy in front says; nowhere without one that is trusted. */
export const makePlaceOf =
  (isBehindProxy: boolean) =>
  (request: Pick<AskingRequest, 'headers'>): Place => {
    const { 'x-country': country, 'x-region': region } = isBehindProxy ? request.headers : {};
    if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return { country: null, state: null };
    const isState = typeof region === 'string' && /^[A-Z0-9]{1,3}$/.test(region);
    return { country, state: isState ? `${country}-${region}` : null };
  };
