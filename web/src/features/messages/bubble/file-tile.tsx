import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../../lib/file-size'
import styles from './media.module.css'

interface FileTileProps {
  readonly name: string
  readonly sizeBytes: number | null
  readonly pages?: number | null
  /** The download url of the file; null while the file is not available yet. */
  readonly address?: string | null
}

export function FileDownloadTile({ name, sizeBytes, pages = null, address = null }: FileTileProps) {
  const { t } = useTranslation('messages')
  const facts = [
    pages === null ? '' : t('pages', { count: pages }),
    sizeBytes === null ? '' : formatFileSize(sizeBytes),
  ].filter((fact) => fact !== '')
  const content = (
    <>
      {address !== null && <span className="sr-only">{t('download')} </span>}
      <span className={styles.fileKind} aria-hidden>
        {fileExtensionLabel(name)}
      </span>
      <span className={styles.fileText}>
        <span className={styles.fileName}>{name}</span>
        {facts.length > 0 && <span className={styles.fileFacts}>{facts.join(' · ')}</span>}
      </span>
    </>
  )
  if (address === null) return <span className={styles.file}>{content}</span>
  return (
    <a className={styles.file} href={address} download={name} target="_blank" rel="noopener noreferrer">
      {content}
      <Download size={20} strokeWidth={1.75} aria-hidden />
    </a>
  )
}

/** The extension of a file name in capitals, of at most four letters; `DOC` without an extension. */
export function fileExtensionLabel(name: string): string {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending === undefined ? 'DOC' : ending.toUpperCase()
}
