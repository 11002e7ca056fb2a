import { ROW_COUNT } from '../home/row-count.ts';
import './live-now.css';

/** The shape of the row, so that nothing below it moves when it is there. */
export const LiveNowWaiting = ({ isShow = false }: { readonly isShow?: boolean }) => (
  <section className="live-now" data-show={isShow || undefined} aria-busy="true">
    <span className="skeleton h-4 w-40" />
    <div className="live-now-cards">
      {Array.from({ length: ROW_COUNT }, (_, place) => (
        <span key={place} className="skeleton live-now-shape" />
      ))}
    </div>
  </section>
);
