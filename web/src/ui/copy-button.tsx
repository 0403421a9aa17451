import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button'
import { showToast } from './toasts'

/**
 * Copies a text. Browsers refuse to write to the clipboard on pages without https; a toast then shows the
 * failure.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', t('copied'))
    } catch {
      showToast('error', t('notCopied'))
    }
  }
  return <IconButton icon={Copy} iconSize={16} label={label} onClick={copy} />
}
