import type { TicketView } from '@balcao/contract/tickets'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuHeading, MenuItem } from '../../ui/menu'
import styles from './kanban.module.css'
import type { Lane } from './shown-lane'

interface MoveMenuProps {
  readonly ticket: TicketView
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  readonly onMove: (ticket: TicketView, to: Lane) => void
}

/** Moves a card without dragging. */
export function MoveToLaneMenu({ ticket, lane, lanes, onMove }: MoveMenuProps) {
  const { t } = useTranslation('kanban')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const others = lanes.filter(({ id }) => id !== lane.id)
  return (
    <>
      <IconButton
        label={t('moveOf', { name: ticket.contact.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <EllipsisVertical size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuHeading>{t('moveTo')}</MenuHeading>
        {others.map((to) => (
          <MenuItem
            key={to.id}
            onClick={() => {
              setAnchor(null)
              onMove(ticket, to)
            }}
          >
            <i className={styles.dot} style={{ background: to.color }} />
            <span className={styles.laneName}>{to.name}</span>
          </MenuItem>
        ))}
        {others.length === 0 && <MenuItem disabled>{t('noOtherLane')}</MenuItem>}
      </Menu>
    </>
  )
}
