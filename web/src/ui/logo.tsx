import { wordmarkPath } from './wordmark-path'

/** The logo; with its name unless there is only room for the sign. */
export function Logo({ height = 26, word = true }: { height?: number; word?: boolean }) {
  const width = word ? 113 : 32
  return (
    <svg
      viewBox={`0 0 ${width} 32`}
      height={height}
      width={(height * width) / 32}
      role="img"
      aria-label="Balcão"
    >
      <rect width="32" height="32" rx="8" fill="var(--primary-fill)" />
      <g fill="var(--on-primary)" transform="translate(16 16) scale(.82) translate(-16 -16.5)">
        <path d="M11 4.5h10a6.5 6.5 0 0 1 6.5 6.5v2a6.5 6.5 0 0 1-6.5 6.5h-4.6l-4.6 3.3c-.7.5-1.6 0-1.6-.8v-2.6A6.5 6.5 0 0 1 4.5 13v-2A6.5 6.5 0 0 1 11 4.5Z" />
        <path
          d="M11.6 11.3c.9 2 2.5 3 4.4 3s3.5-1 4.4-3"
          fill="none"
          stroke="var(--primary-fill)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        <rect x="2.5" y="25" width="27" height="3.8" rx="1.9" />
      </g>
      {word && <path fill="var(--text)" d={wordmarkPath} />}
    </svg>
  )
}
