import type { TemplateButton, TemplateParts } from '@balcao/domain/message-templates'
import { Copy, ExternalLink, FileText, Film, Image, type LucideIcon, Phone, Reply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../lib/dates'
import { FormattedText } from './formatted-text'
import styles from './template-preview.module.css'

interface TemplatePreviewProps {
  readonly label: string
  readonly parts: TemplateParts
  readonly file: { readonly name: string; readonly picture: string | null } | null
  readonly now: number
}

const fileIcons = { image: Image, video: Film, document: FileText }

export function TemplatePreview({ label, parts, file, now }: TemplatePreviewProps) {
  const { t } = useTranslation()
  const { header, body, footer, buttons } = parts
  const isEmpty = body.trim() === '' && header === null && buttons.length === 0
  return (
    <figure className={styles.preview} aria-label={label}>
      <figcaption>{label}</figcaption>
      <div className={styles.screen} aria-live="polite">
        {isEmpty ? (
          <p className={styles.nothing}>{t('template.previewNothing')}</p>
        ) : (
          <div className={styles.bubble}>
            <div className={styles.content}>
              {header?.kind === 'text' && <strong>{header.text}</strong>}
              {header !== null && header.kind !== 'text' && <HeaderFile kind={header.kind} file={file} />}
              <FormattedText text={body} />
              <div className={styles.foot}>
                {footer !== '' && <span>{footer}</span>}
                <time>{timeOfDay(now)}</time>
              </div>
            </div>
            {buttons.length > 0 && (
              <ul className={styles.buttons}>
                {buttons.map((button, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: buttons are known by their places
                  <li key={at}>
                    <ButtonIcon button={button} />
                    <span>{button.text || t('template.copyCode')}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
    </figure>
  )
}

function HeaderFile({ kind, file }: { kind: keyof typeof fileIcons; file: TemplatePreviewProps['file'] }) {
  const { t } = useTranslation()
  if (kind === 'image' && file?.picture != null)
    return <img className={styles.picture} src={file.picture} alt="" />
  const Icon = fileIcons[kind]
  return (
    <span className={styles.file}>
      <Icon size={24} strokeWidth={1.5} aria-hidden />
      <span>{file?.name ?? t(`template.file.${kind}`)}</span>
    </span>
  )
}

const buttonIcons: Readonly<Record<TemplateButton['kind'], LucideIcon>> = {
  quick_reply: Reply,
  url: ExternalLink,
  phone_number: Phone,
  copy_code: Copy,
  other: Phone,
}

function ButtonIcon({ button }: { button: TemplateButton }) {
  const Icon = buttonIcons[button.kind]
  return <Icon size={16} strokeWidth={1.75} aria-hidden />
}
