import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/../../packages/i18n/catalogues/{locale}/messages',
      include: ['<rootDir>/app', '<rootDir>/../../packages/ui/src'],
    },
  ],
  format: formatter({ lineNumbers: false }),
});
