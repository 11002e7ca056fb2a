import { Suspense } from 'react';
import { StuckQuestion, StuckWords } from '#app/features/playback/stage/lazy-parts.ts';

export interface StuckBarProps {
  readonly isAsking: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/** Asks whether the picture is stuck, at its upper edge and without taking the focus. */
export function StuckBar({ isAsking, onAnswer }: StuckBarProps) {
  return (
    <>
      {/* It stands there before it says something, so that it is read out. */}
      <output className="visually-hidden">
        <Suspense>{isAsking && <StuckWords />}</Suspense>
      </output>
      <Suspense>{isAsking && <StuckQuestion onAnswer={onAnswer} />}</Suspense>
    </>
  );
}
