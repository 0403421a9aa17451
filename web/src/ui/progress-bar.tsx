import LinearProgress from '@mui/material/LinearProgress'

interface ProgressBarProps {
  readonly label: string
  /** The done part, 0 to 100; without it the bar shows only that work is going on. */
  readonly percent?: number | undefined
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  if (percent === undefined) return <LinearProgress aria-label={label} />
  return <LinearProgress variant="determinate" value={percent} aria-label={label} />
}
