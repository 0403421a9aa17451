import { type ComponentProps, useRef } from 'react'
import { Button } from './button'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'ref'> {
  readonly label: string
  /** The file types that the browser offers; all by default. */
  readonly accept?: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that opens the browser's file chooser. */
export function ChooseFileButton({ label, accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // Resets the input, so that the same file can be chosen again.
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
