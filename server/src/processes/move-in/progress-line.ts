import { estimatedMoveInSecondsLeft } from '@balcao/domain/move-ins'
import type { MoveInRunProgress } from './move'

const width = 20

/**
 * Returns a line such as `[#####               ] 25 %, Loja: messages, 3 min left`. `doneNow` are the rows of
 * this run, from which the time is estimated.
 */
export function moveInProgressLine(
  { company, step, rowsDone, rowsTotal }: MoveInRunProgress,
  doneNow: number,
  elapsedMs: number,
): string {
  const share = rowsTotal === 0 ? 1 : Math.min(1, rowsDone / rowsTotal)
  const bar = '#'.repeat(Math.floor(share * width)).padEnd(width)
  const seconds = estimatedMoveInSecondsLeft({ done: rowsDone, total: rowsTotal, doneNow, elapsedMs })
  const left = seconds === null ? '' : `, ${rest(seconds)} left`
  return `[${bar}] ${Math.floor(share * 100)} %, ${company}: ${step}${left}`
}

function rest(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`
}

/** Formats a size: `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const step = [
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ].find(([least]) => bytes >= Number(least))
  return step === undefined ? `${bytes} B` : `${(bytes / Number(step[0])).toFixed(1)} ${step[1]}`
}
