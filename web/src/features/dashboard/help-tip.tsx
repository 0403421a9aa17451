import { CircleHelp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
import styles from './dashboard.module.css'

export function HelpTip({ what, children }: { what: string; children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('whatIs', { what })
  return (
    <>
      <IconButton
        icon={CircleHelp}
        iconSize={16}
        label={label}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        className={styles.help ?? ''}
      />
      <Popover
        anchor={anchor}
        place="below"
        label={label}
        className={styles.meaning}
        onClose={() => setAnchor(null)}
      >
        {children}
      </Popover>
    </>
  )
}
