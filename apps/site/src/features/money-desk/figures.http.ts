import type { callsByFeature } from '@klieg/contract';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { makeFigures } from './read-figures.ts';

export const makeFigureHandlers = (
  figures: ReturnType<typeof makeFigures>,
): Pick<Handlers<(typeof callsByFeature)['money-desk'], SiteCaller>, 'getStats' | 'getMoney'> => ({
  getStats({ query: { metric, ...range } }) {
    switch (metric) {
      case 'revenue':
        return figures.revenue(range);
      case 'approval_rate':
        return figures.approvalRate(range);
      case 'chargebacks':
        return figures.chargebacks(range);
    }
  },
  getMoney: ({ query }) => figures.money(query.day),
});
