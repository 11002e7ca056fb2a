import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { catalogueParts } from './catalogue-parts.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    catalogueParts(cwd),
    lingui({ cwd }),
  ],
  test: {
    name: 'web',
    environment: 'happy-dom',
    // A link that is followed would take the document away from all tests that share it.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: {
            disableMainFrameNavigation: true,
            disableChildFrameNavigation: true,
            disableChildPageNavigation: true,
            disableFallbackToSetURL: true,
          },
        },
      },
    },
    isolate: false,
    maxWorkers: Number(process.env['KLIEG_UNIT_WORKERS'] ?? 5),
    setupFiles: [fileURLToPath(new URL('./vitest.setup.ts', import.meta.url))],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Bounds how long a broken thing is waited for; how fast a machine is must not decide.
    expect: { poll: { timeout: 180_000 } },
    include: ['packages/{ui,i18n}/src/**/*.test.{ts,tsx}', 'apps/web/app/**/*.test.{ts,tsx}'],
  },
});
