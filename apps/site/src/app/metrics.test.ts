import { expect, test } from 'vitest';
import { makeMetrics } from '../platform/metrics/index.ts';
import { useTestSite } from './testing-site.ts';

const { url } = await useTestSite();

test('every figure that features and platform declare is on /metrics under its name', async () => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const names = [...text.matchAll(/^# TYPE (klieg_\w+) (\w+)$/gm)].map(([, name, type]) => `${type} ${name}`);
  expect(names.toSorted()).toEqual([
    'counter klieg_age_checks_total',
    'counter klieg_calls_total',
    'counter klieg_csp_refusals_total',
    'counter klieg_deliveries_total',
    'counter klieg_evictions_total',
    'counter klieg_pages_total',
    'counter klieg_pixel_visits_total',
    'counter klieg_playback_failures_total',
    'counter klieg_playback_stalled_seconds_total',
    'counter klieg_playback_watched_seconds_total',
    'counter klieg_promo_offers_total',
    'counter klieg_stuck_videos_total',
    'counter klieg_tipped_tokens_total',
    'counter klieg_tips_total',
    'gauge klieg_biller_posts_open',
    'gauge klieg_biller_posts_quarantined',
    'gauge klieg_data_requests_overdue',
    'gauge klieg_fact_failures',
    'gauge klieg_reader_failures',
    'gauge klieg_rooms',
    'gauge klieg_sockets',
    'gauge klieg_streams',
    'gauge klieg_suspended_cents',
    'gauge klieg_suspended_payments',
    'histogram klieg_call_seconds',
    'histogram klieg_ledger_batch_seconds',
    'histogram klieg_ledger_batch_size',
    'histogram klieg_playback_latency_seconds',
    'histogram klieg_playback_start_seconds',
  ]);
});

test('an answered call is counted by name and status', async () => {
  await fetch(`${url}/api/v1/site_config`);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('klieg_calls_total{call="getSiteConfig",status="200"} 1');
});

test('a name can be declared once', () => {
  const metrics = makeMetrics();
  metrics.counter({ name: 'klieg_things_total', help: 'Things' });
  expect(() => metrics.gauge({ name: 'klieg_things_total', help: 'Others' })).toThrow('klieg_things_total');
});
