import LinearProgress from '@mui/material/LinearProgress'

export function ProgressBar({ label, percent }: { label: string; percent?: number | undefined }) {
  if (percent === undefined) return <LinearProgress aria-label={label} />
  return <LinearProgress variant="determinate" value={percent} aria-label={label} />
}
