import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders under a language; texts are the source texts. For tests. */
export function renderUi(ui: ReactNode, locale = 'en'): RenderResult {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  return render(<I18nProvider i18n={i18n}>{ui}</I18nProvider>);
}
