import { dateAndTime } from '../lib/dates'
import { formatFileSize } from '../lib/file-size'
import { ProgressBar } from './progress-bar'

interface PreparedCopyProps {
  readonly copy: {
    readonly state: 'running' | 'done' | 'failed'
    readonly total: number
    readonly done: number
    readonly files: readonly { readonly link: string; readonly sizeBytes: number }[]
    readonly createdAt: string
    readonly expiresAt: string | null
  }
  readonly words: {
    readonly failed: string
    readonly preparing: (share: number) => string
    readonly preparingHelp: string
    readonly download: (size: string) => string
    readonly downloadPart: (part: number, size: string) => string
    readonly until: (made: string, until: string) => string
  }
  readonly meaning: string | undefined
}

export function DataExportStatus({ copy, words, meaning }: PreparedCopyProps) {
  const { state, total, done, files, createdAt, expiresAt } = copy
  if (state === 'failed') {
    return (
      <p className={meaning} role="alert">
        {words.failed}
      </p>
    )
  }
  if (state === 'running') {
    const share = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))
    return (
      <>
        <span role="status">{words.preparing(share)}</span>
        <ProgressBar percent={share} label={words.preparing(share)} />
        <span className={meaning}>{words.preparingHelp}</span>
      </>
    )
  }
  return (
    <>
      {files.map(({ link, sizeBytes }, at) => (
        <a key={link} href={link} download>
          {files.length === 1
            ? words.download(formatFileSize(sizeBytes))
            : words.downloadPart(at + 1, formatFileSize(sizeBytes))}
        </a>
      ))}
      <span className={meaning}>
        {words.until(dateAndTime(createdAt), dateAndTime(expiresAt ?? createdAt))}
      </span>
    </>
  )
}
