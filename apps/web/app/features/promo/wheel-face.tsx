import type { CSSProperties } from 'react';
import { fieldsOf, pointAt } from './wheel-turn.ts';

const SIZE = 400;
const MIDDLE = SIZE / 2;
const RIM = 184;
const LABEL_AT = 150;
const LABEL_DROP = 6;

export interface WheelFaceProps {
  readonly label: string;
  readonly fields: readonly { readonly id: string; readonly text: string; readonly odds: number }[];
  /** Rotation of the wheel in degrees. */
  readonly turn: number;
  readonly isTurning: boolean;
  /** The field that the wheel has stopped at; the others fade. */
  readonly result: number | undefined;
  readonly onRest: () => void;
}

/** The drawn wheel. It only shows what the server has decided. */
export function WheelFace({ label, fields, turn, isTurning, result, onRest }: WheelFaceProps) {
  const shapes = fieldsOf(fields.map(({ odds }) => odds));
  return (
    <svg className="wheel" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
      <circle className="wheel-rim" cx={MIDDLE} cy={MIDDLE} r={MIDDLE - 4} />
      <g
        className="wheel-fields"
        data-turning={isTurning || undefined}
        style={{ '--turn': `${turn}deg` } as CSSProperties}
        onTransitionEnd={onRest}
      >
        {shapes.map(({ middle, width }, slot) => {
          const field = fields[slot]!;
          const [fromX, fromY] = pointAt(middle - width / 2, RIM, MIDDLE);
          const [toX, toY] = pointAt(middle + width / 2, RIM, MIDDLE);
          const arc = width > 180 ? 1 : 0;
          return (
            <g
              key={field.id}
              className="wheel-field"
              data-kind={slot % 4}
              data-faded={(result !== undefined && result !== slot) || undefined}
            >
              <path d={`M${MIDDLE} ${MIDDLE} L${fromX} ${fromY} A${RIM} ${RIM} 0 ${arc} 1 ${toX} ${toY} Z`} />
              <text
                x={MIDDLE + LABEL_AT}
                y={MIDDLE + LABEL_DROP}
                textAnchor="end"
                transform={`rotate(${middle - 90} ${MIDDLE} ${MIDDLE})`}
              >
                {field.text}
              </text>
            </g>
          );
        })}
      </g>
      <circle className="wheel-hub" cx={MIDDLE} cy={MIDDLE} r="50" />
      <path className="wheel-mark" d="M184 2h32l-16 34z" />
    </svg>
  );
}
