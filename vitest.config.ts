import { configDefaults, defineConfig } from 'vitest/config';
import { EVENTUALLY_MS } from './packages/testing/src/eventually-ms.ts';
import { howMany, isFullRun, isLongRun } from './packages/testing/src/run-length.ts';

/** Whole files of what takes long, or is one more of a kind: where they are not run, they start nothing. */
const exclude = [
  ...configDefaults.exclude,
  ...(isFullRun ? [] : ['**/*.full.test.ts']),
  ...(isLongRun ? [] : ['**/*.long.test.ts']),
];

/** As many as `npm test` has found to be right for the machine. */
const maxWorkers = Number(process.env['KLIEG_UNIT_WORKERS'] ?? 5);
const liveWorkers = Number(process.env['KLIEG_LIVE_WORKERS'] ?? 2);

/*
 * Files of a project share workers and what they have imported, so what a test leaves behind would reach the next:
 * each ends what it started. More workers than cores, since many tests wait for the
 * time of the product.
 */
const node = {
  environment: 'node',
  exclude,
  isolate: false,
  // The same in every project, or they would not run side by side.
  maxWorkers,
  // Bounds a test that hangs; how fast a machine is must not decide.
  testTimeout: howMany(900_000, 1_800_000),
  hookTimeout: 300_000,
  expect: { poll: { timeout: EVENTUALLY_MS } },
  // Node runs TypeScript itself, and faster than what is transformed for the runner of Vite.
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const;

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          ...node,
          name: 'pure',
          // Every package, a new one too, but for those of the projects `site` and `web`.
          include: ['packages/!(sandbox|testing|ui|i18n)/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'media',
          include: ['apps/media/src/*/**/*.test.ts', 'apps/demo/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'live',
          // Whole media processes with publishers, encoders and browsers, whose pictures move as time passes: after all
          // others, since a test of moving pictures that gets a tenth of a core shows nothing.
          include: ['apps/media/src/*.test.ts'],
          maxWorkers: liveWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...node,
          name: 'site',
          include: [
            'packages/{sandbox,testing}/src/**/*.test.ts',
            'apps/site/src/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          setupFiles: ['apps/site/src/platform/testing-setup.ts', 'apps/site/src/app/testing-setup.ts'],
          globalSetup: ['apps/site/src/platform/postgres/testing-global-setup.ts'],
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
