import { Suspense } from 'react';
import { StuckQuestion, StuckWords } from '../lazy-parts.ts';

export interface StuckBarProps {
  readonly isAsking: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/** Asks whether the picture is stuck, at its upper edge and without taking the focus. */
export function StuckBar({ isAsking, onAnswer }: StuckBarProps) {
  return (
    <>
      {/* Exists before it has text, so that screen readers announce it. */}
      <output className="visually-hidden">
        <Suspense>{isAsking && <StuckWords />}</Suspense>
      </output>
      <Suspense>{isAsking && <StuckQuestion onAnswer={onAnswer} />}</Suspense>
    </>
  );
}
