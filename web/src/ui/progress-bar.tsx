import LinearProgress from '@mui/material/LinearProgress'

interface ProgressBarProps {
  readonly label: string
  readonly percent?: number | undefined
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  if (percent === undefined) return <LinearProgress aria-label={label} />
  return <LinearProgress variant="determinate" value={percent} aria-label={label} />
}
