/** Two-letter codes of the countries and territories (ISO 3166-1). */
export const COUNTRIES: readonly string[] = (
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCV' +
  'CWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIM' +
  'INIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMW' +
  'MXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSS' +
  'STSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'
).match(/../gu)!;

const US =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
  'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
  'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,' +
  'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming';
const CA =
  'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,' +
  'NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon';

const statesOf = (country: string, list: string): readonly (readonly [string, string])[] =>
  list.split(',').map((entry) => [`${country}-${entry.slice(0, 2)}`, entry.slice(3)]);

/** States that a person can be in by name: those of the United States and of Canada. */
export const STATES: ReadonlyMap<string, string> = new Map([...statesOf('US', US), ...statesOf('CA', CA)]);

/** How a country is called in the reader's language; its code where that is not known. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

export interface Place {
  readonly code: string;
  readonly name: string;
}

/** Countries by name, in the reader's language and order. */
export const countriesByName = (locale: string): readonly Place[] =>
  COUNTRIES.map((code) => ({ code, name: countryName(code, locale) })).toSorted((a, b) =>
    a.name.localeCompare(b.name, locale),
  );

/** States with their country, in its order. */
export const statesByName = (locale: string): readonly Place[] =>
  [...STATES].map(([code, name]) => ({
    code,
    name: `${name}, ${countryName(code.slice(0, 2), locale)}`,
  }));
