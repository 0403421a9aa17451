import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../conversation.module.css'

interface DropZoneProps {
  readonly className: string
  readonly onFiles: ((files: readonly File[]) => void) | undefined
  readonly children: ReactNode
}

/** Accepts files that are dropped anywhere on the conversation (CONVO-15). */
export function DropZone({ className, onFiles, children }: DropZoneProps) {
  const { t } = useTranslation('messages')
  const [isOver, setOver] = useState(false)
  const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <section
      className={className}
      aria-label={t('conversation')}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault() // Otherwise the browser would open the file.
        if (onFiles === undefined) event.dataTransfer.dropEffect = 'none'
        else setOver(true)
      }}
      onDragLeave={(event) => {
        // The DOM types a drag event's target as an `EventTarget`.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles?.([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && <div className={styles.drop}>{t('dropHere')}</div>}
    </section>
  )
}
