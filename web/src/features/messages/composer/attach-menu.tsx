import { type LucideIcon, MapPin, Paperclip, Plus, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactChoice } from '../../../lib/lists/contact-choices'
import { IconButton } from '../../../ui/icon-button'
import { lazyComponent } from '../../../ui/later'
import { Menu, MenuItem } from '../../../ui/menu'
import type { LocationToSend } from '../sharing/place'

const SharePlaceDialog = lazyComponent(() =>
  import('../sharing/share-place-dialog').then((it) => it.ShareLocationDialog),
)
const ShareContactsDialog = lazyComponent(() =>
  import('../sharing/share-contacts-dialog').then((it) => it.ShareContactsDialog),
)

interface AttachMenuProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly onPlace: (place: LocationToSend) => void
  readonly onContacts: (contacts: readonly ContactChoice[]) => void
  /** Actions that have no button in the composer, or whose button does not fit on the screen. */
  readonly others: readonly {
    readonly words: string
    readonly Icon: LucideIcon
    readonly act: () => void
  }[]
}

export function AttachMenu({ onFiles, onPlace, onContacts, others }: AttachMenuProps) {
  const { t } = useTranslation('messages')
  const chooser = useRef<HTMLInputElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'place' | 'contacts' | null>(null)
  const choices = [
    { words: t('files'), Icon: Paperclip, act: () => chooser.current?.click() },
    { words: t('kinds.location'), Icon: MapPin, act: () => setDialog('place') },
    { words: t('kinds.vcard'), Icon: UserRound, act: () => setDialog('contacts') },
    ...others,
  ]
  return (
    <>
      <IconButton
        label={t('attachMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // Resets the input, so that the same file can be chosen again.
        }}
      />
      {anchor !== null && (
        <Menu anchor={anchor} onClose={() => setAnchor(null)}>
          {choices.map(({ words, Icon, act }) => (
            <MenuItem
              key={words}
              onClick={() => {
                setAnchor(null)
                act()
              }}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden /> {words}
            </MenuItem>
          ))}
        </Menu>
      )}
      {dialog === 'place' && <SharePlaceDialog onSend={onPlace} onClose={() => setDialog(null)} />}
      {dialog === 'contacts' && <ShareContactsDialog onSend={onContacts} onClose={() => setDialog(null)} />}
    </>
  )
}
