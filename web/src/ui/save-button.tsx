import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'
import { showError } from './toasts'

interface SaveButtonProps {
  readonly label: string
  readonly busyLabel?: string
  readonly size?: 'medium' | 'small'
  readonly onSave: () => Promise<unknown>
}

export function SaveFileButton({ label, busyLabel = label, size = 'medium', onSave }: SaveButtonProps) {
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      await onSave()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size={size} disabled={isBusy} onClick={() => void save()} icon={Download}>
      {isBusy ? busyLabel : label}
    </Button>
  )
}
