import { z } from 'zod';

export const ethnicity = z.enum([
  'asian',
  'ebony',
  'indian',
  'latin',
  'middle_eastern',
  'mixed',
  'white',
  'other',
]);
