export {
  formatBitrate,
  formatClock,
  formatDay,
  formatDayTime,
  formatMoment,
  formatTimeOfDay,
} from './format-time.ts';
export {
  formatAmount,
  formatCount,
  formatSignedAmount,
  formatViewers,
  numberFormat,
} from './format-amount.ts';
export { formatMoney } from './format-money.ts';
export { DEFAULT_LOCALE, isLocale, type Locale, LOCALES, LOCALE_NAMES, pickLocale } from './locales.ts';
