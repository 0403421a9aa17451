import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly children: (naming: FieldAttributes) => ReactNode
}

export function LabelledField({ label, help, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const isWrong = error !== undefined && error !== ''
  const hasNote = isWrong || help !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': isWrong })}
      {isWrong ? (
        <p id={noteId} className={styles.error}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden /> {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={noteId} className={styles.help}>
            {help}
          </p>
        )
      )}
    </div>
  )
}
