import { Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { LabelledField } from './field'
import styles from './file-field.module.css'
import { IconButton } from './icon-button'
import { ProgressBar } from './progress-bar'

/** The file of a record: unchanged, removed, or a new one. */
export type ChosenFile = 'kept' | 'none' | File

interface FileFieldProps {
  readonly words: {
    readonly label: string
    readonly help: string
    readonly choose: string
    readonly remove: string
    readonly uploading: string
  }
  readonly chosen: ChosenFile
  readonly stored: { readonly name: string; readonly picture: string | null } | null
  readonly accept?: string
  readonly problemOf: (file: File) => string | undefined
  readonly error?: string | undefined
  /** The uploaded fraction of the file, 0 to 1; undefined while no upload runs. */
  readonly uploaded: number | undefined
  readonly disabled?: boolean
  readonly onChange: (chosen: ChosenFile) => void
}

export function FileField(props: FileFieldProps) {
  const { words, chosen, stored, accept, problemOf, error, uploaded, disabled = false, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const shown = useChosenFilePreview(chosen, stored)

  function take(file: File | undefined): void {
    if (file === undefined) return
    const found = problemOf(file)
    setProblem(found)
    if (found === undefined) onChange(file)
  }
  function remove(): void {
    setProblem(undefined)
    onChange('none')
  }

  if (disabled && shown === null) return null
  return (
    <LabelledField
      label={words.label}
      help={shown === null ? words.help : undefined}
      error={problem ?? error}
    >
      {(naming) => (
        <div className={styles.file}>
          <input
            {...naming}
            ref={input}
            type="file"
            accept={accept}
            className="sr-only"
            tabIndex={-1}
            disabled={disabled}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = '' // Resets the input, so that the same file can be chosen again.
            }}
          />
          {shown !== null && (
            <div className={styles.chosen}>
              {shown.picture !== null && <img src={shown.picture} alt="" />}
              <span>{shown.name}</span>
              {!disabled && <IconButton icon={X} iconSize={18} label={words.remove} onClick={remove} />}
            </div>
          )}
          {uploaded !== undefined && <ProgressBar percent={uploaded * 100} label={words.uploading} />}
          {!disabled && shown === null && (
            <Button size="small" icon={Paperclip} onClick={() => input.current?.click()}>
              {words.choose}
            </Button>
          )}
        </div>
      )}
    </LabelledField>
  )
}

export function useChosenFilePreview(
  chosen: ChosenFile,
  stored: FileFieldProps['stored'],
): FileFieldProps['stored'] {
  const [address, setAddress] = useState<string | null>(null)
  const file = chosen instanceof File ? chosen : null
  useEffect(() => {
    if (file === null || !file.type.startsWith('image/')) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (file !== null) return { name: file.name, picture: address }
  return chosen === 'none' ? null : stored
}
