import Modal from '@mui/material/Modal'
import type { KeyboardEvent, ReactNode } from 'react'

interface FullScreenProps {
  readonly label: string
  readonly className?: string | undefined
  readonly onClose: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** A dialog that covers the screen. It is open while mounted. */
export function FullScreen({ label, className, onClose, onKeyDown, children }: FullScreenProps) {
  return (
    <Modal open onClose={onClose}>
      <div role="dialog" aria-modal="true" aria-label={label} className={className} onKeyDown={onKeyDown}>
        {children}
      </div>
    </Modal>
  )
}
