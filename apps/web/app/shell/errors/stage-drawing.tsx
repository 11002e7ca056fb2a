/** Lit: nobody is here. Broken: something failed. Off: closed. */
export type StageLight = 'lit' | 'broken' | 'off';

const glass: Record<StageLight, string> = { lit: '#ffd338', broken: '#ff8a7d', off: '#2b2a27' };

function Lamp({ light }: { readonly light: StageLight }) {
  return (
    <g transform="translate(448 138) rotate(38)">
      <path d="M-60-46h96l26 20v52l-26 20h-96z" fill="#24221d" stroke="#4a463c" strokeWidth="2" />
      <ellipse cx="60" cy="0" rx="11" ry="30" fill={glass[light]} />
      <path d="M-40-46v92M-18-46v92M4-46v92" stroke="#3a372f" strokeWidth="5" />
      <path d="M-10-46v-40" stroke="#3a372f" strokeWidth="9" />
    </g>
  );
}

function Stool({ light }: { readonly light: StageLight }) {
  const wood = light === 'off' ? '#2b2923' : '#8a6a1d';
  return (
    <g transform="translate(1014 0)" fill="none" strokeLinecap="round">
      <path d="M-70 560Q0 572 70 560" stroke={light === 'off' ? '#3a372f' : '#e9c25a'} strokeWidth="20" />
      <path d="M-54 570-84 716M54 570 84 716M-20 574-30 706M20 574 30 706" stroke={wood} strokeWidth="9" />
      <path d="M-70 648H70" stroke={wood} strokeWidth="7" />
    </g>
  );
}

/** An empty stage: one lamp, one stool. The same black in both themes. */
export function StageDrawing({ light }: { readonly light: StageLight }) {
  return (
    <svg
      className="stage-drawing"
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="stage-beam" x1="0" y1="0" x2=".35" y2="1">
          <stop offset="0" stopColor="#ffe9a6" stopOpacity=".62" />
          <stop offset="1" stopColor="#ffd338" stopOpacity=".04" />
        </linearGradient>
        <radialGradient id="stage-pool">
          <stop offset="0" stopColor="#ffe08a" stopOpacity=".75" />
          <stop offset=".6" stopColor="#c9941c" stopOpacity=".28" />
          <stop offset="1" stopColor="#c9941c" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="stage-floor" x2="0" y2="1">
          <stop offset="0" stopColor="#17150f" />
          <stop offset="1" stopColor="#0b0a08" />
        </linearGradient>
      </defs>
      <rect width="1440" height="900" fill="#0b0a08" />
      {Array.from({ length: 25 }, (_, fold) => (
        <rect
          key={fold}
          x={fold * 60 - 20}
          width="30"
          height="640"
          fill="#fff"
          opacity={fold % 2 ? 0.014 : 0.026}
        />
      ))}
      <rect y="640" width="1440" height="260" fill="url(#stage-floor)" />
      <path d="M0 640H1440" stroke="#2e2b24" />
      {light === 'lit' && (
        <>
          <polygon points="424,150 474,128 1190,716 836,716" fill="url(#stage-beam)" />
          <ellipse cx="1014" cy="712" rx="230" ry="44" fill="url(#stage-pool)" />
        </>
      )}
      {light === 'broken' && (
        <path
          d="M420 150 880 690M470 130 1150 690"
          stroke="#ff8a7d"
          strokeWidth="3"
          strokeDasharray="10 16"
          opacity=".8"
        />
      )}
      <Lamp light={light} />
      <path d="M0 62H1440" stroke="#1f1d18" strokeWidth="12" />
      <Stool light={light} />
    </svg>
  );
}
