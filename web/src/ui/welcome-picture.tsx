export function WelcomePicture({ width = 300 }: { width?: number }) {
  return (
    <svg viewBox="0 0 360 220" width={width} height={(width * 220) / 360} aria-hidden focusable="false">
      <ellipse cx="180" cy="108" rx="150" ry="92" fill="var(--ill-1)" />
      <g>
        <path
          d="M84 46h86a12 12 0 0 1 12 12v26a12 12 0 0 1-12 12h-62l-14 12c-1.600 1.300-4 .2-4-1.900V96h-6a12 12 0 0 1-12-12V58a12 12 0 0 1 12-12Z"
          fill="var(--ill-5)"
        />
        <rect x="90" y="61" width="68" height="6" rx="3" fill="var(--ill-6)" />
        <rect x="90" y="75" width="44" height="6" rx="3" fill="var(--ill-6)" />
      </g>
      <g>
        <path
          d="M214 24h64a12 12 0 0 1 12 12v22a12 12 0 0 1-12 12h-4v10c0 2.100-2.400 3.200-4 1.900L256 70h-42a12 12 0 0 1-12-12V36a12 12 0 0 1 12-12Z"
          fill="var(--ill-3)"
        />
        <path
          d="m230 47 7 7 13-14M246 54l13-14"
          stroke="var(--ill-9)"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </g>
      <g>
        <path d="M262 158c-3-18-16-27-30-28 1 16 12 27 30 28Z" fill="var(--ill-8)" />
        <path d="M262 158c0-22 9-37 26-44 5 20-5 38-26 44Z" fill="var(--ill-8)" opacity=".75" />
        <path d="M262 160c2-14 14-23 30-22-2 14-14 23-30 22Z" fill="var(--ill-8)" opacity=".9" />
        <path d="M244 156h38l-5 24a5 5 0 0 1-5 4h-18a5 5 0 0 1-5-4Z" fill="var(--ill-7)" />
      </g>
      <g transform="translate(150 184) scale(.8) translate(-150 -184)">
        <path d="M150 136v8" stroke="var(--ill-4)" strokeWidth="4" />
        <circle cx="150" cy="133" r="5.500" fill="var(--ill-4)" />
        <path d="M118 174a32 32 0 0 1 64 0Z" fill="var(--ill-4)" />
        <path
          d="M127 171a24 24 0 0 1 12-19"
          stroke="var(--ill-3)"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <rect x="110" y="176" width="80" height="7" rx="3.500" fill="var(--ill-3)" />
      </g>
      <rect x="44" y="184" width="272" height="10" rx="5" fill="var(--ill-4)" />
      <path d="M60 194h240v14a8 8 0 0 1-8 8H68a8 8 0 0 1-8-8Z" fill="var(--ill-2)" />
    </svg>
  )
}
