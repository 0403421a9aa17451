import { StickyNote } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcuts } from '../../../lib/shortcuts'
import { IconButton } from '../../../ui/icon-button'

/** Switches the composer to its note mode. */
export function NoteButton({ ref, onClick }: { ref?: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <IconButton
      {...(ref !== undefined && { ref })}
      label={`${t('writeNote')} (${shortcuts.note.words})`}
      onClick={onClick}
    >
      <StickyNote size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
