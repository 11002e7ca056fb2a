/* Operator settings for media processes: checked by the site at its start, and by media itself. */

interface Rule {
  readonly isRight: (text: string) => boolean;
  /** What is expected; read after the name. */
  readonly wanted: string;
}

/** Whether a text is a host address with nothing after it. */
const isHostUrl = (text: string, protocols: RegExp): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.test(url.protocol) && url.pathname === '/' && !url.search;
};

const rules = {
  MEDIA_SITE_URL: {
    isRight: (text) => isHostUrl(text, /^https?:$/),
    wanted: 'must be an http or https address without a path, such as https://klieg.example',
  },
  MEDIA_INTERNAL_URL: {
    isRight: (text) => isHostUrl(text, /^http:$/),
    wanted: 'must be an http address without a path, such as http://10.0.0.5:8081',
  },
  MEDIA_RECORDING_FREE_MB: {
    isRight: (text) => /^\d{1,9}$/.test(text),
    wanted: 'must be a number of megabytes',
  },
  MEDIA_RECORDING_SPOOL_MB: {
    isRight: (text) => /^\d{1,9}$/.test(text),
    wanted: 'must be a number of megabytes',
  },
  MEDIA_TRANSCODE_CORES: {
    isRight: (text) => /^\d{1,3}(?:\.\d{1,3})?$/.test(text),
    wanted: 'must be a number of cores',
  },
} satisfies Record<string, Rule>;

/** A setting checked by both site and media. */
export type MediaSetting = keyof typeof rules;

/** Whether a setting is usable; an empty one means the default. */
export const isMediaSetting = (name: MediaSetting, text: string): boolean =>
  text === '' || rules[name].isRight(text);

/** The message for an unusable setting. */
export const faultOfMediaSetting = (name: MediaSetting): string => `${name} ${rules[name].wanted}`;
