import { timeLeftText } from '../command-line'
import type { FileMoveProgress } from './move-files'

export const moveFilesUsage = `Usage:
  npm run move-files -- --to s3|disk [--keep]
Moves the files of all companies between the data folder and the bucket of S3_ENDPOINT and S3_BUCKET, while Balcão is
stopped. --keep leaves the files where they are, too. It may be interrupted and repeated.`

export interface MoveFilesCommand {
  readonly to: 's3' | 'disk'
  readonly keepsSource: boolean
}

export function parseMoveFilesCommand(words: readonly string[]): MoveFilesCommand | null {
  const keepsSource = words.includes('--keep')
  const [option, to, ...others] = words.filter((word) => word !== '--keep')
  if (option !== '--to' || (to !== 's3' && to !== 'disk') || others.length > 0) return null
  return { to, keepsSource }
}

/** Returns a line such as `1,200 of 5,000 files, 3.2 of 9.1 GB, about 12 minutes left`. */
export function fileMoveProgressLine(
  { files, bytes, allFiles, allBytes }: FileMoveProgress,
  elapsedMs: number,
): string {
  const size = `${gigabytes(bytes)} of ${gigabytes(allBytes)} GB`
  const leftMs = bytes === 0 ? Number.POSITIVE_INFINITY : (elapsedMs / bytes) * Math.max(0, allBytes - bytes)
  return `${grouped(files)} of ${grouped(allFiles)} files, ${size}, ${timeLeftText(leftMs)}`
}

function gigabytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(2)
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
