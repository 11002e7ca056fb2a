import type { Site } from '@klieg/contract';

/** The one brand of this edition; white labels become rows of a domain table. */
export const klieg = (publicUrl: string, variant: Site['variant'] = 'default'): Site => ({
  display_name: 'Klieg',
  domain_name: new URL(publicUrl).hostname,
  is_whitelabel: false,
  is_non_nude: false,
  main_domain_url: publicUrl,
  owner_webmaster_username: null,
  variant,
  custom: {
    h1_content: null,
    meta_title: null,
    meta_description: null,
    logo_path: null,
    logo_width: null,
    logo_height: null,
    hide_banner: false,
    hide_explicit: false,
    show_offline_pic_on_browse_page: true,
    wl_transcode: false,
    google_analytics_id: null,
    google_analytics_4_id: null,
    colors: null,
    favicon_path: null,
    css_path: null,
    force_dark_mode: false,
  },
});
