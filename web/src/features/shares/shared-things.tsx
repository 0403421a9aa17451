import { limits } from '@balcao/domain/limits'
import { CircleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../lib/file-size'
import styles from './shares.module.css'

interface SharedThingsProps {
  readonly files: readonly { readonly file: File; readonly refusal: string | undefined }[]
  readonly text: string
  readonly isCut: boolean
  readonly FilePreview: ComponentType<{ readonly file: File }>
}

const maxShownText = { files: limits.share.files, characters: limits.messageText.max }

export function SharedContent({ files, text, isCut, FilePreview }: SharedThingsProps) {
  const { t } = useTranslation('shares')
  if (files.length === 0 && text === '') return <p className={styles.nothing}>{t('holdsNothing')}</p>
  return (
    <div className={styles.things}>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('files')}>
          {files.map(({ file, refusal }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
            <li key={at} className={styles.file} data-refused={refusal !== undefined}>
              <FilePreview file={file} />
              <span className={styles.words}>
                <span className={styles.name}>
                  {file.name} · {formatFileSize(file.size)}
                </span>
                {refusal !== undefined && (
                  <span className={styles.refusal}>
                    <CircleAlert size={14} strokeWidth={2} aria-hidden /> {refusal} {t('staysBehind')}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard
        <section className={styles.text} tabIndex={0} aria-label={t('text')}>
          {text}
        </section>
      )}
      {isCut && <p className={styles.nothing}>{t('cut', maxShownText)}</p>}
    </div>
  )
}
