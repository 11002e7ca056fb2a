import { readFileSync } from 'node:fs';
import { type CityResponse, Reader } from 'mmdb-lib';
import { NOWHERE, type Place, placeOf } from './visitor.ts';

/**
 * Looks up places by address in a database file in MaxMind's format, with countries only or with cities.
 * @throws Error where the file is missing or is no such database
 */
export function openPlaceDatabase(file: string): (address: string) => Place {
  const reader = new Reader<Partial<CityResponse>>(readFileSync(file));
  return (address) => {
    try {
      const found = reader.get(address);
      return placeOf(found?.country?.iso_code, found?.subdivisions?.[0]?.iso_code);
    } catch {
      // Not an address that such a file can know.
      return NOWHERE;
    }
  };
}
