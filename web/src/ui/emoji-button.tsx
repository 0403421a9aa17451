import { Smile } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button'
import { lazyComponent } from './later'

const EmojiPopover = lazyComponent(() => import('./emoji-popover').then((it) => it.EmojiPopover))

export function EmojiButton({ onChoose, className = '' }: EmojiButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        icon={Smile}
        label={t('emoji')}
        className={className}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor !== null && (
        <EmojiPopover anchor={anchor} onChoose={onChoose} onClose={() => setAnchor(null)} />
      )}
    </>
  )
}

interface EmojiButtonProps {
  readonly onChoose: (emoji: string) => void
  readonly className?: string
}
