import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../ui/toasts'

/** Copies a text to the clipboard and confirms it with a toast. Browsers refuse this on pages without https. */
export function useCopyToClipboard(): (text: string) => void {
  const { t } = useTranslation('messages')
  return useCallback(
    (text) => {
      const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
      written.then(
        () => showToast('success', t('copied')),
        () => showToast('error', t('notCopied')),
      )
    },
    [t],
  )
}
