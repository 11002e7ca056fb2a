/** Regions of the browse pages by their countries; a country may be in none (Canada, Australia). */
export const REGIONS = [
  'africa',
  'asia',
  'central-south-america',
  'eastern-europe',
  'europe',
  'usa',
] as const;
export type Region = (typeof REGIONS)[number];

const COUNTRIES: Readonly<Record<Region, string>> = {
  africa:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  asia: 'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  'central-south-america':
    'AG AI AR AW BB BL BO BQ BR BS BZ CL CO CR CU CW DM DO EC FK GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI',
  'eastern-europe': 'AL BA BG BY CZ EE HR HU LT LV MD ME MK PL RO RS RU SI SK UA XK',
  europe:
    'AD AT AX BE CH CY DE DK ES FI FO FR GB GG GI GL GR IE IM IS IT JE LI LU MC MT NL NO PT SE SJ SM VA',
  usa: 'US',
};

const REGION_OF = new Map(
  REGIONS.flatMap((region) => COUNTRIES[region].split(' ').map((country) => [country, region] as const)),
);

/** The region of a country (two capital letters), or null. */
export const regionOf = (country: string | null): Region | null =>
  (country === null ? undefined : REGION_OF.get(country)) ?? null;
